import { expect, expectFits, picture, test } from './house.ts'

test.use({ env: { OUTORGA_DEMO: '1' } })

test('each demonstration account enters with a click; the month is found from the first page on', async ({
  page,
  house,
}, { project }) => {
  // The pictures of README.md and of the guide are copies of these.
  const shot = (name: string) => picture(page, `${name}-${project.name}`)
  await page.goto(house.url)
  await expect(page.getByRole('heading', { name: 'Demonstração' })).toBeVisible()
  await shot('entrar')
  // The password stands there once, and the accounts take no room until they are wanted.
  await expect(page.getByText('demonstracao-2026')).toHaveCount(1)
  await page.getByText('Escolher com quem entrar').click()
  await page.getByRole('button', { name: /^Administrador/ }).click()
  await expect(page.getByRole('link', { name: /obrigaç(ão|ões) atrasadas?$/ })).toHaveText(/^\d/)
  await expect(page.getByRole('heading', { name: 'Aniversários' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Coletas', exact: true })).toBeVisible()
  await expectFits(page)
  await shot('inicio')

  await page.goto(`${house.url}/clients`)
  await page.getByRole('searchbox').fill('fibra')
  await expect(page).toHaveURL(/search=fibra/)
  await expectFits(page)
  await shot('clientes')

  await page.goto(`${house.url}/collects/quadro`)
  await expect(page.getByRole('button', { name: /Atrasadas|Todas/ }).first()).toBeVisible()
  await expectFits(page)
  await shot('quadro')
  // People are named as shortly as tells them apart, and all of the name is in the hint.
  await expect(page.getByTitle('Bruno Carvalho').first()).toHaveText('Bruno')
  const company = page.getByRole('columnheader', { name: 'Empresa' })
  await expect(company).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Empresa', exact: true }).click()
  await page.getByRole('option').first().click()
  await expect(company).toHaveCount(0)
  await page.goto(`${house.url}/collects/quadro`)
  const wide = page.viewportSize()
  const first = page.locator('#coletas-do-mes tbody tr').first()
  const top = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await expectFits(page)
    return (await first.boundingBox())?.y
  }
  await expect(first).toBeVisible()
  expect(await top(1280, 800)).toBeLessThanOrEqual(300)
  expect(await top(390, 844)).toBeLessThanOrEqual(400)
  await page.getByRole('button', { name: 'Mais ações do mês' }).click()
  await expect(page.getByRole('menuitem', { name: 'Baixar arquivos do mês' })).toBeVisible()
  await page.keyboard.press('Escape')
  if (wide) await page.setViewportSize(wide)
  await page.getByRole('button', { name: /Em conferência/ }).click()
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: /Acessos/ })).toBeVisible()
  await page.getByRole('tab', { name: /Financeiro/ }).click()
  await expect(page.getByLabel('Calculado').first()).toContainText('Faturamento líquido')
  await expectFits(page)
  await shot('financeiro')
  await page.getByRole('tab', { name: 'Comparação' }).click()
  await expect(page.getByRole('heading', { name: 'Municípios' })).toBeVisible()
  await expectFits(page)
  await shot('comparacao')
  await page.getByRole('tab', { name: /Acessos/ }).click()
  await expectFits(page)
  await shot('coleta')
  await page.getByRole('link', { name: /Coleta anterior/ }).click()
  await expect(page.getByRole('link', { name: /Coleta seguinte/ })).toBeVisible()
})
