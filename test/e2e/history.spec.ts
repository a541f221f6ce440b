import { beginSession, expect, expectFits, expectGood, signIn, test } from './house.ts'

test('who changed what is told, and what was there before is put back with a reason', async ({ page, house }, {
  project,
}) => {
  const name = `Plano ${project.name}`
  const { uuid } = await house.api('POST', 'plans', { name, description: 'Como era antes' })
  await beginSession(page, house)
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

test('what was deleted by mistake comes back: at once, or from the history', async ({ page, house }, { project }) => {
  const name = `Plano passageiro ${project.name}`
  await house.api('POST', 'plans', { name })
  await signIn(page, house)
  const remove = async () => {
    await page.goto(`${house.url}/plans?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Ações de ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir plano' }).click()
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()

  await remove()
  await page.goto(`${house.url}/historico`)
  const gone = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Exclusão' }).first()
  await gone.getByRole('button', { name: 'Restaurar' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Restauração' })).not.toHaveCount(
    0,
  )
  await expectFits(page)
  await page.goto(`${house.url}/plans?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('link', { name })).toBeVisible()
})
