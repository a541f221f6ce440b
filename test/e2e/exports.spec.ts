import { readFileSync } from 'node:fs'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

test.use({ env: { EXPORT_INLINE_ROWS: '10' } })

test('a long list is taken away in the background, and offered when it is ready', async ({ page, house }) => {
  const word = 'Aroeira'
  for (let n = 1; n <= 40; n++)
    await house.api('POST', 'plans', { name: `${word} ${String(n).padStart(2, '0')}`, description: '=1+1' })
  await beginSession(page, house)
  await page.goto(`${house.url}/plans?search=${word}`)
  await expect(page.getByRole('link', { name: `${word} 01` })).toBeVisible()
  await page.getByRole('button', { name: 'Baixar' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect(page.getByText('São 40 linhas: o arquivo está sendo preparado.')).toBeVisible()

  // Told when it is ready, whatever the screen, and though the page that asked is gone.
  await page.reload()
  const ready = page.getByText(/Todos os planos” está pronta/)
  await expect(ready).toBeVisible()
  await page.goto(`${house.url}/exports`)
  await page.getByRole('link', { name: 'Todos os planos' }).first().click()
  await expect(page.getByText('Concluído')).toBeVisible()
  await expect(page.getByText('todos-os-planos.csv')).toBeVisible()
  await expect(page.getByText(/40 linhas · /)).toBeVisible()
  await expectGood(page)
  await picture(page, 'exportacao')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar arquivo' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('todos-os-planos.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(41)
  expect(lines[1]).toContain(`${word} 01`)
  expect(lines[1]).toContain("'=1+1")

  await page.goto(`${house.url}/exports/create`)
  await page.getByRole('combobox', { name: 'Lista' }).click()
  await page.getByRole('option', { name: 'Planos', exact: true }).click()
  await expect(page.getByLabel('Nome')).toHaveValue('Planos')
  await page.getByLabel('Só o que a busca acha').fill(`${word} 07`)
  await expectFits(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Planos', level: 1 })).toBeVisible()
  await page.goto(`${house.url}/exports`)
  await expectFits(page)
})
