import { cnpjFrom, fistelFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, expect, expectFits, expectGood, picture, test, type House } from './house.ts'

const long = 'Telecomunicações e Serviços de Internet do Alto Vale do Rio das Pedras Grandes'

/** Two registers of one provider: the first has a bill of a month, the second too, and a fistel. */
async function registerTwice(house: House, root: string) {
  const [remaining, going] = [
    await house.api('POST', 'clients', {
      name: `${long} ${root} Ltda`,
      document: cnpjFrom(`${root}0001`),
      phone_name: 'Marta',
      phones: [{ responsible: 'Marta', phone: '+5512997123456' }],
    }),
    await house.api('POST', 'clients', {
      name: `${long} ${root} ME`,
      document: cnpjFrom(`${root}0002`),
      fantasy_name: 'Rede do Vale',
      phone_name: 'Otávio',
      phones: [
        { responsible: 'Marta', phone: '+5512997123456' },
        { responsible: 'Plantão', phone: '+5512997123457' },
      ],
    }),
  ]
  await house.api('POST', 'fistels', {
    client_id: going.id,
    fistel: fistelFrom(`5${root}`),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  for (let n = 1; n <= 3; n++)
    await house.api('POST', 'stations', { client_id: going.id, name: `Torre do Morro Grande ${root} ${n}` })
  const finance_type_id = await house.idOf('finance-types', 'Mensalidade')
  const bill = { finance_type_id, issue_date: '2031-05-01', due_date: '2031-05-20', value: 100 }
  const own = await house.api('POST', 'bills-to-receive', { ...bill, client_id: remaining.id })
  const double = await house.api('POST', 'bills-to-receive', { ...bill, client_id: going.id })
  await house.sql(`update bills_to_receive set competence = '2031-05' where id in (${own.id}, ${double.id})`)
  return { remaining, going, double }
}

test(
  'two registers of one provider become one, and two again',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    test.slow()
    const root = project.name === 'phone' ? '72514971' : '72514961'
    const { remaining, going, double } = await registerTwice(house, root)
    await beginSession(page, house)
    await page.goto(`${house.url}/clients/${remaining.uuid}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Unificar com outro cliente…' }).click()
    const other = page.getByRole('combobox', { name: 'O outro cliente' })
    await other.fill(`${long} ${root} ME`)
    await page.getByRole('option', { name: `${long} ${root} ME` }).click()

    // What both have once a month has to be put right first.
    const merge = page.getByRole('button', { name: 'Unificar', exact: true })
    const conflicts = page.getByRole('region', { name: 'Antes de unificar, resolva' })
    await expect(conflicts.getByRole('heading', { name: 'Contas a receber: 1' })).toBeVisible()
    await expect(merge).toBeDisabled()
    await expectFits(page)
    await expectGood(page)
    await picture(page, `unificar-conflito-${project.name}`, { fullPage: true })
    await house.api('DELETE', `bills-to-receive/${double.uuid}`)
    await page.getByRole('button', { name: 'Conferir de novo' }).click()
    await expect(conflicts).toBeHidden()

    const contact = page.getByRole('group', { name: 'Contato' })
    await expect(contact.getByRole('radio', { name: 'Marta' })).toBeChecked()
    await expect(
      page.getByRole('group', { name: 'Nome fantasia' }).getByRole('radio', { name: 'Rede do Vale' }),
    ).toBeChecked()
    // The keyboard chooses.
    await contact.getByRole('radio', { name: 'Marta' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(contact.getByRole('radio', { name: 'Otávio' })).toBeChecked()
    await expect(page.getByText('3 estações')).toBeVisible()
    await expect(page.getByText('Telefones: 1 a mais, 1 que já existe')).toBeVisible()
    await page.getByRole('checkbox', { name: /Os documentos são diferentes/ }).check()
    await expectGood(page)
    await picture(page, `unificar-${project.name}`, { fullPage: true })
    await merge.click()
    await expect(page).toHaveURL(`${house.url}/clients/${remaining.uuid}`)
    await expect(page.getByText('Rede do Vale').first()).toBeVisible()

    // The old address leads on, and back.
    await page.goto(`${house.url}/clients/${going.uuid}`)
    await expect(page.getByRole('heading', { name: /foi unificado/ })).toBeVisible()
    await expectFits(page)
    await picture(page, `unificado-${project.name}`, { fullPage: true })
    await page.getByRole('link', { name: 'Ver a unificação' }).click()
    await expect(page.getByText(/Volta: .*3 estações/)).toBeVisible()
    await picture(page, `unificacao-desfazer-${project.name}`, { fullPage: true })
    await page.getByRole('button', { name: 'Desfazer a unificação' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer' }).click()
    await expect(page).toHaveURL(`${house.url}/clients/${going.uuid}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${long} ${root} ME`)
  },
)
