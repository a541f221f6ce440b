import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

const stations = (word: string, document: string, rows: number) => `
  with c as (insert into clients (name, document, prospect) values ('${word} Telecom', '${document}', false) returning id)
  insert into stations (name, client_id, status_id)
  select '${word} ' || to_char(n, 'FM0000'), c.id, (select id from statuses where model = 'Station' and slug = 'em-aberto')
  from c, generate_series(1, ${rows}) n`

test('a field of some rows, and of all that match, is seen before it changes, changed, and undone', async ({
  page,
  house,
}) => {
  await house.sql(stations('Zona Rural', '41000222000119', 260))
  await house.sql(`update stations set opening = 'nao' where name = 'Zona Rural 0002'`)
  await beginSession(page, house)
  await page.goto(`${house.url}/stations?search=Zona+Rural+0`)
  for (const at of ['0001', '0002', '0003'])
    await page.getByRole('checkbox', { name: `Selecionar Zona Rural ${at}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Ações em lote' })
  await bar.getByRole('button', { name: 'Alterar campos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alterar campos de 3 estações' })
  await expect(dialog.getByText(/Ficam de fora: Nome \(nome do registro\)/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Ver o que muda' }).click()
  await expect(dialog.getByText('Escolha ao menos um campo para mudar.')).toBeVisible()
  // By the keyboard alone.
  const turn = dialog.getByRole('combobox', { name: 'Abertura: o que fazer' })
  await turn.focus()
  await turn.press('D')
  await expect(turn).toHaveValue('definir')
  await turn.press('Tab')
  await dialog.getByRole('combobox', { name: 'Abertura', exact: true }).press('Enter')
  await page.getByRole('listbox', { name: 'Abertura' }).getByRole('option', { name: 'Sim' }).click()
  await picture(page, 'alterar-campos')
  await dialog.getByRole('button', { name: 'Ver o que muda' }).click()
  await expect(dialog.getByText('3 estações mudam.')).toBeVisible()
  await expect(dialog.getByText('2 sem valor, 1 “Não” passam a “Sim”')).toBeVisible()
  await expectGood(page)
  await picture(page, 'alterar-campos-previa')
  await dialog.getByRole('button', { name: 'Alterar 3 estações' }).click()
  await expect(page.getByText('3 estações alteradas.').first()).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('3 estações revertidas.').first()).toBeVisible()

  // All that match, of which one is finished and stays; another one comes while it is confirmed.
  await house.sql(`update stations set status_id = (select id from statuses where model = 'Station' and slug = 'finalizado')
    where name = 'Zona Rural 0009'`)
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
  await bar.getByRole('button', { name: 'Selecionar todas as 260 que correspondem' }).click()
  await bar.getByRole('button', { name: 'Alterar campos' }).click()
  const whole = page.getByRole('dialog', { name: /^Alterar campos de 26\d estações/ })
  await whole.getByRole('combobox', { name: 'É virtual: o que fazer' }).selectOption('Sim')
  await whole.getByRole('combobox', { name: 'Tecnologia: o que fazer' }).selectOption('Limpar')
  await whole.getByRole('button', { name: 'Ver o que muda' }).click()
  await expect(whole.getByText('259 estações mudam e 1 seria recusada.')).toBeVisible()
  await expect(whole.getByText('1: Estação fechada: reabra antes de alterar. “Zona Rural 0009”')).toBeVisible()
  await expect(whole.getByText('Tecnologia: 259 já estão sem valor')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await picture(page, 'alterar-campos-telefone')
  await whole.getByRole('button', { name: 'Voltar aos campos' }).click()
  await expectFits(page)
  await picture(page, 'alterar-campos-telefone-campos')
  await page.setViewportSize({ width: 1280, height: 720 })
  await whole.getByRole('button', { name: 'Ver o que muda' }).click()
  await expect(whole.getByText('259 estações mudam e 1 seria recusada.')).toBeVisible()
  await house.sql(
    `insert into stations (name, client_id) select 'Zona Rural 0999', client_id from stations where name = 'Zona Rural 0001'`,
  )
  await whole.getByRole('button', { name: 'Alterar 259 estações' }).click()
  await expect(whole.getByText('eram 260, agora são 261')).toBeVisible()
  await whole.getByRole('button', { name: 'Alterar 260 estações' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Alterar Tecnologia e É virtual de 261 estações' }),
  ).toBeVisible()
  await expect(page.getByText('260 estações alteradas, 1 recusada.')).toBeVisible()
  await expect(page.getByText('É virtual: Sim')).toBeVisible()
  await expect(page.getByText('Estação fechada: reabra antes de alterar.')).toBeVisible()
  await expectGood(page)
  await picture(page, 'alterar-campos-feito')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('260 estações revertidas.')).toBeVisible()
})
