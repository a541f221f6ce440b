import { expect, expectGood, signIn, test } from './house.ts'

test('who changed what is told, and what was there before is put back with a reason', async ({ page, house }, {
  project,
}) => {
  const name = `Plano ${project.name}`
  const { uuid } = await house.api('POST', 'plans', { name, description: 'Como era antes' })
  await signIn(page, house)
  await page.goto(`${house.url}/plans/${uuid}`)
  await page.getByLabel('Descrição').fill('Como ficou depois')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Plano salvo com sucesso.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Histórico' }).click()
  const history = page.getByRole('dialog', { name: 'Histórico' })
  await expect(history.getByText('Registro criado')).toBeVisible()
  await expect(history.getByText('Como era antes').first()).toBeVisible()
  await expectGood(page)
  await history.getByRole('checkbox', { name: 'Descrição' }).check()
  await history.getByLabel('Motivo (opcional)').fill('O cliente voltou atrás: não é assim')
  await history.getByRole('button', { name: 'Restaurar o que estava antes' }).click()
  await expect(history.getByText('Restauração')).toBeVisible()
  await expect(history.getByText('“O cliente voltou atrás: não é assim”')).toBeVisible()
  await history.getByRole('button', { name: 'Fechar' }).click()
  await expect(page.getByLabel('Descrição')).toHaveValue('Como era antes')
})
