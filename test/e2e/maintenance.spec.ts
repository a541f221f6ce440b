import { beginSession, expect, expectFits, test } from './house.ts'

test('whoever looks after the system sees its chores, runs one now, and sees what it came to', async ({
  page,
  house,
}) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/manutencao`)
  const chore = page.getByRole('listitem').filter({ hasText: 'Conferência da pasta de dados' })
  await chore.getByRole('button', { name: /^Executar agora/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Executar agora' }).click()
  await expect(chore.getByText('Em dia')).toBeVisible()
  await expect(chore.getByText(/Última vez, por /)).toBeVisible()
  await expect(page.getByRole('row', { name: /^Desconhecidos/ })).toContainText('Ninguém mexe neles')
  await page.getByRole('button', { name: /^Mostrar também as \d+ menores$/ }).click()
  await expect(page.getByRole('row', { name: /^Municípios/ })).toBeVisible()
  await expectFits(page)
})
