import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

test(
  'a list is narrowed, named, shaped and taken away as a spreadsheet',
  { tag: '@phone' },
  async ({ page, house, browser }, { project }) => {
    const word = 'Litoral'
    for (const end of ['Fibra', 'Rádio']) await house.api('POST', 'plans', { name: `${word} ${end}`, description: end })
    await beginSession(page, house)
    await page.goto(`${house.url}/plans`)
    await page.getByRole('searchbox').fill(`${word} Fibra`)
    await expect(page.getByRole('link', { name: `${word} Rádio` })).toHaveCount(0)

    const view = `Só de fibra, ${project.name}`
    await page.getByRole('button', { name: 'Visões' }).click()
    await page.getByLabel('Guardar o que está na tela como').fill(view)
    await expectGood(page)
    await page.getByRole('button', { name: 'Guardar visão' }).click()
    await expect(page.getByRole('button', { name: view, exact: true }).first()).toBeVisible()

    // Kept on the server: another browser finds it.
    const elsewhere = await (await browser.newContext()).newPage()
    await beginSession(elsewhere, house)
    await elsewhere.goto(`${house.url}/plans`)
    await elsewhere.getByRole('button', { name: 'Visões' }).click()
    await elsewhere.getByRole('button', { name: view, exact: true }).click()
    await expect(elsewhere).toHaveURL(/search=/)
    await expect(elsewhere.getByRole('link', { name: `${word} Fibra` })).toBeVisible()
    await expect(elsewhere.getByRole('link', { name: `${word} Rádio` })).toHaveCount(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar' }).click()
    await page.getByRole('menuitem', { name: 'Planilha do Excel' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('plans.xlsx')
    const { sheets } = await readXlsx(readFileSync(await file.path()))
    expect(sheets[0]?.rows).toHaveLength(2)
    expect(sheets[1]?.rows.map(([label]) => label)).toEqual(['Lista', 'Busca', 'Ordem', 'Pedida por'])

    if (project.name === 'phone') return
    const mark = page.getByRole('checkbox', { name: `Selecionar ${word} Fibra` })
    await mark.check()
    await expect(page.getByRole('button', { name: /Inativar/ })).toBeVisible()
    await mark.uncheck()
    // A menu taken by the keyboard gives the focus back.
    const acts = page.getByRole('button', { name: `Ações de ${word} Fibra` })
    await acts.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Abrir' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(acts).toBeFocused()
    await page.getByRole('button', { name: 'Colunas e altura das linhas' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Identificador' }).click()
    await expect(page.getByRole('columnheader', { name: 'Identificador' })).toBeVisible()
    await expectFits(page)
    const narrow = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Só as colunas da tela' }).click()
    await expectGood(page)
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const [header = ''] = readFileSync(await (await narrow).path(), 'utf8').split('\r\n')
    expect(header).toBe('\uFEFFNome;Identificador;Descrição')
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Identificador' })).toBeVisible()
  },
)

test('the way back of a record leads to its list as it was', async ({ page, house }) => {
  for (const end of ['azul', 'branca', 'cinza'])
    await house.api('POST', 'plans', { name: `Volta ${end}`, description: 'Volta & meia' })
  await beginSession(page, house)
  const asked = 'search=volta+%26&sort=-name&per_page=10&filter[name][like]=a'
  await page.goto(`${house.url}/plans?${asked}`)
  const search = () => Object.fromEntries(new URL(page.url()).searchParams)
  const wanted = search()
  const rows = page.locator('main tbody').getByRole('link', { name: /^Volta/ })
  const expectList = async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible()
    await expect(rows).toHaveText(['Volta cinza', 'Volta branca', 'Volta azul'])
    expect(search()).toEqual(wanted)
  }
  const trail = page.getByRole('navigation', { name: 'Trilha' }).getByRole('link', { name: 'Planos' })
  await expectList()
  await rows.last().click()
  await trail.click()
  await expectList()

  // After the record was loaded again, and from the form of a new one; by the buttons of a form too.
  await rows.last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Volta azul' })).toBeVisible()
  await page.reload()
  await trail.click()
  await expectList()
  await page.getByRole('link', { name: 'Novo plano' }).click()
  await trail.click()
  await expectList()
  await rows.last().click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expectList()

  // The menu leads to the whole list, and so does the way back from then on; nor is it of anybody else.
  await page.locator('main').getByRole('link', { name: 'Volta branca' }).click()
  await expect(trail).toHaveAttribute('href', /search=/)
  await page.goto(`${house.url}/plans`)
  await rows.first().click()
  await expect(trail).toHaveAttribute('href', '/plans')
})

test('words typed just before a press neither take it back nor drop a filter', async ({ page, house }) => {
  for (const end of ['alta', 'baixa']) await house.api('POST', 'plans', { name: `Pressa ${end}`, description: end })
  await beginSession(page, house)
  const open = async () => {
    await page.goto(`${house.url}/plans?search=Pressa`)
    await page.getByRole('searchbox').focus()
    await page.getByRole('searchbox').press('End')
    await expect(page.locator('main tbody').getByRole('link', { name: 'Pressa baixa' })).toBeVisible()
  }
  // Longer than the pause after which the words are searched: each way out is still on its way then.
  const slow = 1_500
  const ways: readonly (readonly [heading: string, delayed: string, link: () => Locator])[] = [
    ['Pressa baixa', '**/api/v1/plans/*', () => page.locator('main tbody').getByRole('link', { name: 'Pressa baixa' })],
    ['Novo plano', '**/api/v1/rota/**', () => page.getByRole('link', { name: 'Novo plano' })],
    ['Usuários', '**/api/v1/**', () => page.getByRole('link', { name: 'Usuários', exact: true })],
  ]
  for (const [heading, delayed, link] of ways) {
    await open()
    await page.route(delayed, async route => {
      await new Promise(resolve => setTimeout(resolve, slow))
      await route.continue()
    })
    await page.keyboard.type(' ba')
    await link().click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.waitForTimeout(slow)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.unroute(delayed)
  }

  await open()
  await page.keyboard.type(' ba')
  await page.getByRole('button', { name: 'Nome', exact: true }).click()
  await expect(page).toHaveURL(/sort=/)
  await expect(page).toHaveURL(/search=Pressa(\+|%20)ba/)
  await expect(page).toHaveURL(/sort=/)
})

test('what is narrow has its exact width on every list, short or long, and the name has the rest', async ({
  page,
  house,
}) => {
  // Six digits of a code, and a name longer than any column.
  await house.api('POST', 'plans', { name: `Largura ${'muito '.repeat(16)}comprida`, description: 'Larga' })
  await beginSession(page, house)
  for (const width of [1440, 1024, 800])
    for (const path of ['configurations', 'plans', 'cities', 'finance-types']) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${house.url}/${path}`)
      const row = page.locator('tbody tr').first()
      await row.waitFor()
      const wide = async (cell: Locator) => (await cell.boundingBox())?.width
      const cells = row.locator('> *')
      const marked = await cells.first().getByRole('checkbox').count()
      expect({
        path,
        width,
        mark: marked ? await wide(cells.first()) : 30,
        code: await wide(cells.nth(marked)),
        acts: await wide(cells.last()),
      }).toEqual({ path, width, mark: 30, code: 50, acts: 100 })
    }
})

test(
  'what was deleted is found in the trash of its list, and comes back one by one and all together',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const word = `Lixo${project.name}`
    const made = []
    for (const end of ['um', 'dois', 'três'])
      made.push(await house.api('POST', 'plans', { name: `${word} ${end}`, description: end }))
    for (const { uuid } of made) await house.api('DELETE', `plans/${uuid}`)
    await beginSession(page, house)
    await page.goto(`${house.url}/plans`)
    await page.getByRole('link', { name: 'Lixeira' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lixeira de planos' })).toBeVisible()
    await page.getByRole('searchbox').fill(word)
    await expect(page).toHaveURL(/search=/)
    const rows = page.locator('main :is(tbody tr, [data-rows] > li)')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(`${word} três`)
    await expect(rows.first()).toContainText('Administrador')
    await expect(rows.first().getByRole('link')).toHaveCount(0)
    await expectGood(page)
    await picture(page, `trash-${project.name}`)

    await page.getByRole('button', { name: `Restaurar ${word} dois` }).click()
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Restaurar todos os 2' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurar 2 planos' }).click()
    await expect(page.getByText('Nada encontrado na lixeira')).toBeVisible()
    await expectGood(page)
    await page.getByRole('navigation', { name: 'Trilha' }).getByRole('link', { name: 'Planos' }).click()
    await page.getByRole('searchbox').fill(word)
    await expect(page.locator('main').getByRole('link', { name: new RegExp(`^${word}`) })).toHaveCount(3)
  },
)
