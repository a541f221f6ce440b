import { cnpjFrom } from '#features/platform/demo/numbers.ts'
import { formats } from '#kernel/format.ts'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

const providers = [
  ['Filtro Açaí Telecom', cnpjFrom('339120040001')],
  ['Filtro Cupuaçu Fibra', cnpjFrom('607469490001')],
  ['Filtro Jambu Rádio', cnpjFrom('339120050001')],
] as const

test(
  'a list is filtered by a part of a text, and by several conditions in words',
  { tag: '@phone' },
  async ({ page, house }) => {
    for (const [name, document] of providers)
      await house.api('POST', 'clients', { name, document }).catch(() => undefined)
    await beginSession(page, house)
    await page.goto(`${house.url}/clients`)
    const link = (at: number) => page.locator('main').getByRole('link', { name: providers[at]?.[0] ?? '', exact: true })
    const box = page.getByRole('dialog', { name: 'Filtrar' })
    const choose = async (field: string, condition?: string) => {
      await page.getByRole('button', { name: 'Filtrar' }).click()
      // The box takes the focus once more a moment after it opens, which closes a list of options.
      await expect(async () => {
        await box.getByRole('combobox', { name: 'Campo' }).fill(field)
        await page.getByRole('option', { name: field, exact: true }).click({ timeout: 5_000 })
      }).toPass()
      if (!condition) return
      await box.getByRole('combobox', { name: 'Condição' }).click()
      await page.getByRole('option', { name: condition, exact: true }).click()
    }

    await choose('Razão social')
    await expectGood(page)
    await picture(page, 'filtro-texto')
    await box.getByRole('textbox', { name: 'Razão social' }).fill('acai')
    await box.getByRole('button', { name: 'Aplicar' }).click()
    await expect(page).toHaveURL(/filter\[name\]\[contains\]=acai/)
    await expect(page.getByText('Razão social contém “acai”')).toBeVisible()
    await expect(link(0)).toBeVisible()
    await expect(link(1)).toHaveCount(0)

    // Or another name, or a document: the alternatives stay in one frame, beside what holds in any case.
    const either = page.getByRole('group', { name: 'Uma destas condições' })
    const or = async (field: string, value: string) => {
      await page.getByRole('button', { name: /: ou outra condição$/ }).click()
      await expect(box).toContainText('Razão social contém “acai” ou:')
      await box.getByRole('combobox', { name: 'Campo' }).fill(field)
      await page.getByRole('option', { name: field, exact: true }).click()
      await box.getByRole('textbox', { name: field }).fill(value)
      await box.getByRole('button', { name: 'Aplicar' }).click()
    }
    await or('Razão social', 'cupuacu')
    await expect(link(1)).toBeVisible()
    await expect(link(0)).toBeVisible()
    await expect(link(2)).toHaveCount(0)
    await expect(either).toContainText('Razão social contém “acai”ouRazão social contém “cupuacu”')
    await expectGood(page)
    await picture(page, 'filtro-ou')
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Tirar o filtro Razão social' }).last().click()
      await expect(page.getByRole('button', { name: 'Tirar o filtro Razão social' })).toHaveCount(left)
    }

    // Part of a CNPJ with its dots, and what it is not.
    await choose('CPF ou CNPJ')
    await box.getByRole('textbox', { name: 'CPF ou CNPJ' }).fill('33.')
    await box.getByRole('button', { name: 'Aplicar' }).click()
    await expect(link(1)).toHaveCount(0)
    await choose('Razão social', 'não é')
    await box.getByRole('textbox', { name: 'Razão social' }).fill(providers[0][0])
    await box.getByRole('button', { name: 'Aplicar' }).click()
    await expect(link(0)).toHaveCount(0)
    await expect(link(2)).toBeVisible()

    // A word for days stays a word in the address, which a view stores.
    await choose('Data de abertura')
    await picture(page, 'filtro-data')
    await box.getByRole('button', { name: 'Este mês' }).click()
    await expect(page).toHaveURL(/filter\[opening_data\]=este-mes/)
    await expect(page.getByText('Data de abertura: este mês')).toBeVisible()
    await expectFits(page)
  },
)

test('a pasted column finds its rows, and lists the values that no row has', async ({ page, house }) => {
  for (const [name, document] of providers)
    await house.api('POST', 'clients', { name, document }).catch(() => undefined)
  await beginSession(page, house)
  await page.goto(`${house.url}/clients`)
  // As the browser does when somebody presses Ctrl+V.
  const paste = async (text: string) => {
    await page.getByRole('searchbox').focus()
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
  }
  const [[, first], [, second]] = providers
  const dotted = formats.document.show(first)
  await paste([dotted, second, 'filtro jambu radio', '11.222.333/0001-00', 'Ninguém Telecom'].join('\n'))
  await expect(page).toHaveURL(new RegExp(`any=${first},${second},`))
  const rows = page.locator('main tbody').getByRole('link', { name: /^Filtro/ })
  await expect(rows).toHaveCount(3)
  const found = page.getByText('3 encontrados, 2 não encontrados')
  await expect(found).toBeVisible()
  await found.click()
  await expect(page.getByRole('textbox', { name: 'Não encontrados' })).toHaveValue(
    '11.222.333/0001-00\nNinguém Telecom',
  )
  await expectGood(page)
  await picture(page, 'lista-colada')

  await paste(Array.from({ length: 501 }, (_, i) => `valor ${i}`).join('\n'))
  await expect(page.getByText('Cole no máximo 500 valores por vez. Há 501.')).toBeVisible()
  await picture(page, 'lista-longa')
  await page.getByRole('button', { name: 'Tirar a lista de valores' }).click()
  await expect(page).not.toHaveURL(/any=/)
  await expect(found).toHaveCount(0)
})
