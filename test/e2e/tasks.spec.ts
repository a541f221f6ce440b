import type { Page } from '@playwright/test'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { cnpj, fistelOf } from '#test/support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, type House, nextNumber, picture, test } from './house.ts'

// A house of its own: what reaches every client is nobody else's journey.
test.use({ env: { LOG_LEVEL: 'error' } })

const today = dayIn(new Date()).day
const start = `${today.slice(0, 8)}01`

async function provider(house: House, name: string, more: object = {}) {
  return house.api('POST', 'clients', { name, document: cnpj(nextNumber()), ...more })
}
const me = async (house: House) => (await house.api('GET', 'clients?per_page=1'), house.idOf('users', 'ana.souza'))

/** Answers the sync dialog: what it shows, and the button that does it. */
const dialogIn = (page: Page) => page.getByRole('dialog')

test('a template reaches 401 clients after a look, in the background, and asked again nothing doubles', async ({
  page,
  house,
}, { project }) => {
  // From 400 changes on it goes on in the background, whatever the day of the month.
  const many = 401
  const category = await house.api('POST', 'category-clients', { name: `Alcançados ${project.name}` })
  for (let at = 0; at < many; at += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, many - at) }, (_, n) =>
        provider(house, `Alcançado ${project.name} ${String(at + n).padStart(3, '0')}`, {
          category_client_id: category.id,
        }),
      ),
    )
  await beginSession(page, house)
  await page.goto(`${house.url}/tarefas/create`)
  await page.getByLabel('Nome', { exact: true }).fill(`Falar com o provedor ${project.name}`)
  await page.getByLabel('Quando', { exact: false }).first().click()
  await page.getByRole('option', { name: 'Todo mês, no último dia útil' }).click()
  await page.getByRole('button', { name: 'Adicionar categoria' }).click()
  await page.getByRole('combobox', { name: 'Categoria' }).fill(`Alcançados ${project.name}`)
  await page.getByRole('option', { name: `Alcançados ${project.name}` }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Falar com o provedor ${project.name}` })).toBeVisible()

  await page.getByRole('button', { name: 'Sincronizar com os clientes' }).click()
  const dialog = dialogIn(page)
  await expect(dialog.getByText('Nada muda antes de você confirmar.')).toBeVisible()
  await expectGood(page)
  await picture(page, `sincronizar-${project.name}`)
  const sync = dialog.getByRole('button', { name: /^Sincronizar \(/ })
  const said = (await sync.textContent()) ?? ''
  // The month's last bank day may be behind us today, and the next month's never is.
  expect([many, 2 * many].map(n => `Sincronizar (${n} a criar)`)).toContain(said)
  await sync.click()
  await dialog.getByRole('link', { name: 'Acompanhar' }).click()
  await expect(page.getByText('Concluído').first()).toBeVisible()
  await expectGood(page)

  await page.goto(`${house.url}/client-tarefas?search=${encodeURIComponent(`Falar com o provedor ${project.name}`)}`)
  const total = Number(/\d+/.exec(said.replaceAll('.', ''))?.[0])
  await expect(page.getByText(new RegExp(`de ${total.toLocaleString('pt-BR')}`)).first()).toBeVisible()
  const template = await house.idOf('tarefas', `Falar com o provedor ${project.name}`)
  await page.goto(`${house.url}/tarefas?filter[id]=${template}`)
  await page.getByRole('link', { name: `Falar com o provedor ${project.name}` }).click()
  await page.getByRole('button', { name: 'Sincronizar com os clientes' }).click()
  await expect(dialogIn(page).getByText(`Nada a mudar: ${total} tarefas já estão como os modelos dizem.`)).toBeVisible()
})

test('an obligation and its task are done and opened together, whichever is told', async ({ page, house }, {
  project,
}) => {
  const client = await provider(house, `Um Ato Só ${project.name}`)
  await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelOf(nextNumber()),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  const named = `Declarar o FUST ${project.name}`
  const template = await house.api('POST', 'tarefas', { nome: named, obligation: 'fust', starts_on: start })
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}?tab=tarefas`)
  await page.getByRole('button', { name: 'Sincronizar com os modelos' }).click()
  await dialogIn(page)
    .getByRole('button', { name: /^Sincronizar \(/ })
    .click()
  await expect(dialogIn(page)).toHaveCount(0)
  await expectFits(page)
  await picture(page, `tarefas-do-cliente-${project.name}`)

  await page.goto(`${house.url}/clients/${client.uuid}?tab=obrigacoes`)
  await page
    .getByRole('button', { name: /^Marcar como feito: FUST/ })
    .first()
    .click()
  await dialogIn(page).getByRole('button', { name: 'Marcar como feito' }).click()
  await expect(page.getByRole('region', { name: 'Feitas' })).toBeVisible()
  await page.goto(`${house.url}/clients/${client.uuid}?tab=tarefas`)
  const done = page.getByRole('region', { name: 'Feitas' })
  await expect(done.getByText(named)).toBeVisible()
  await done.getByRole('button', { name: new RegExp(`^Reabrir: ${named}`) }).click()
  await dialogIn(page).getByLabel('Por quê').fill('Guia paga a menor')
  await dialogIn(page).getByRole('button', { name: 'Reabrir' }).click()
  await expect(page.getByText('Reaberta', { exact: true })).toBeVisible()
  await page.goto(`${house.url}/clients/${client.uuid}?tab=obrigacoes`)
  await expect(page.getByRole('region', { name: 'Feitas' })).toHaveCount(0)
  // The other project follows the same obligation.
  await house
    .api('DELETE', `tarefas/${template.uuid}`)
    .catch(() => house.api('PUT', 'tarefas/disable', { ids: [template.id] }))
})

test('a day is worked without the mouse', async ({ page, house }, { project }) => {
  const responsible_id = await me(house)
  const named = `Dia de Teclas ${project.name}`
  const client = await provider(house, named, { responsible_id })
  const task = (name: string, days: number) =>
    house.api('POST', 'client-tarefas', {
      name: `${name} ${project.name}`,
      client_id: client.id,
      due_on: dayAfter(today, days),
    })
  await task('Primeira', -2)
  await task('Segunda', 0)
  const third = await task('Terceira', 1)
  await beginSession(page, house)
  await page.goto(`${house.url}/tarefas/meu-dia`)
  const line = (name: string) => page.getByRole('listitem', { name: new RegExp(`^${name} ${project.name}`) })
  await expect(line('Primeira')).toBeVisible()
  await expectFits(page)
  await picture(page, `meu-dia-${project.name}`)
  await line('Primeira').focus()
  await page.keyboard.press('ArrowDown')
  await expect(line('Segunda')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('c')
  await expect(line('Primeira')).toHaveCount(0)
  await expect(line('Segunda')).toBeFocused()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('O que foi feito').fill('Falei com o dono')
  await page.keyboard.press('Tab')
  await page.getByRole('dialog').getByRole('button', { name: 'Concluir' }).press('Enter')
  await expect(line('Segunda')).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer' }).last().click()
  await expect(line('Segunda').getByText('Reaberta')).toBeVisible()
  await line('Terceira').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/client-tarefas/${third.uuid}`))
  await expectFits(page)
  await page.goto(`${house.url}/tarefas/quadro?busca=${encodeURIComponent(named)}`)
  await expect(page.getByRole('link', { name: named })).toBeVisible()
  await expectFits(page)
  await picture(page, `quadro-de-tarefas-${project.name}`)
})
