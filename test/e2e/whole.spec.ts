import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

const plans = (word: string, rows: number) =>
  `insert into plans (name, slug) select '${word} ' || to_char(n, 'FM000'), lower('${word}-' || n) from generate_series(1, ${rows}) n`

test('all rows that match are acted on, at once or in the background, and that is undone', async ({ page, house }) => {
  await house.sql(plans('Guarapari', 260))
  await beginSession(page, house)
  await page.goto(`${house.url}/plans?search=Guarapari`)
  const everyRow = page.getByRole('checkbox', { name: 'Selecionar todos desta página' })
  const bar = page.getByRole('toolbar', { name: 'Ações em lote' })
  await everyRow.check()
  await expect(bar.getByText('25 planos selecionados')).toBeVisible()
  await bar.getByRole('button', { name: 'Selecionar todos os 260 que correspondem' }).click()
  await expect(bar.getByText('260 planos selecionados')).toBeVisible()
  await picture(page, 'todos-que-correspondem')

  // Another plan came meanwhile: the number is asked for again.
  await house.sql(plans('Guarapari novo', 1))
  await bar.getByRole('button', { name: 'Inativar' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Inativar 260 planos' }).click()
  await expect(question.getByText('eram 260, agora são 261')).toBeVisible()
  await question.getByRole('button', { name: 'Inativar 261 planos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inativar 261 planos' })).toBeVisible()
  await expect(page.getByText('261 planos inativados.')).toBeVisible()
  await expectGood(page)
  await expectFits(page)
  await picture(page, 'ato-em-lote')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('261 planos ativados.')).toBeVisible()

  // A page of marked rows without others beyond it offers nothing more; a short act is done at once.
  await page.goto(`${house.url}/plans?search=Guarapari+novo`)
  await everyRow.check()
  await expect(bar.getByText('1 plano selecionado')).toBeVisible()
  await expect(bar.getByRole('button', { name: /que correspondem/ })).toHaveCount(0)
  await house.sql(plans('Anchieta', 30))
  await house.sql(`update plans set active = false where name = 'Anchieta 007'`)
  await page.goto(`${house.url}/plans?search=Anchieta&active=true`)
  await everyRow.check()
  await bar.getByRole('button', { name: 'Selecionar todos os 29 que correspondem' }).click()
  await bar.getByRole('button', { name: 'Excluir' }).click()
  await question.getByRole('button', { name: 'Excluir 29 planos' }).click()
  await expect(page.getByText('29 planos excluídos.').first()).toBeVisible()
  await expect(page.getByText('Nada corresponde à busca e aos filtros em vigor.')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('link', { name: 'Anchieta 001' })).toBeVisible()

  // What the single act refuses is listed with why, and leads to the row.
  await page.goto(`${house.url}/plans?search=Anchieta`)
  await everyRow.check()
  await bar.getByRole('button', { name: 'Selecionar todos os 30 que correspondem' }).click()
  await bar.getByRole('button', { name: 'Excluir' }).click()
  await question.getByRole('button', { name: 'Excluir 30 planos' }).click()
  await expect(page.getByText('29 planos excluídos, 1 recusado.')).toBeVisible()
  await expect(page.getByText('Plano inativo: reative antes de excluir.')).toBeVisible()
  await expectGood(page)
  await picture(page, 'ato-em-lote-recusados')
  await page.getByRole('link', { name: 'Anchieta 007' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anchieta 007' })).toBeVisible()
})
