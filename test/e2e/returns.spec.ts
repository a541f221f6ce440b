import { dayAfter, dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { returnFile, type MadeReturnLine } from '#test/support/bank-return.ts'
import { cnpj } from '#test/support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

const today = dayIn(new Date()).day
const occurred_on = today.split('-').toReversed().join('')

test('a return of the bank is looked at line by line, applied, and the second time changes nothing', async ({
  page,
  house,
}, { project }) => {
  const document = cnpj(9_500_001)
  const number = '71471'
  const company = await house.api('POST', 'empresas', { nome_fantasia: `Cobrança ${number}`, cnpj: document })
  const account = await house.api('POST', 'checking-accounts', {
    name: `Sicoob ${number}`,
    empresa_id: company.id,
    bank: 756,
    agency: '4277',
    account: number,
    wallet: '1',
    agreement: '172278',
  })
  const client = await house.api('POST', 'clients', {
    name: `Pagador ${number}`,
    document: cnpj(Number(number) + 9_500_000),
    empresa_responsavel_id: company.id,
  })
  const finance_type_id = await house.idOf('finance-types', 'Mensalidade')
  const bills = []
  for (const value of [300, 450]) {
    const bill = await house.api('POST', 'bills-to-receive', {
      client_id: client.id,
      finance_type_id,
      checking_account_id: account.id,
      issue_date: today,
      due_date: dayAfter(today, 20),
      value,
    })
    const { billet_number = '' } = await house.api('PUT', `bills-to-receive/${bill.uuid}/emitir-boleto`)
    bills.push({ uuid: bill.uuid, shown: billet_number })
  }
  const [paid, registered] = bills.map(({ shown }) => shown)
  const line = (
    shown: string | undefined,
    movement: string,
    cents: number,
    more: Partial<MadeReturnLine> = {},
  ): MadeReturnLine => ({
    shown: shown ?? '',
    movement,
    cents,
    paid_cents: 0,
    account: number,
    due_on: dayAfter(today, 20).split('-').toReversed().join(''),
    occurred_on,
    ...more,
  })
  const file = {
    name: `retorno-${number}.ret`,
    mimeType: 'text/plain',
    buffer: returnFile(
      [
        line(registered, '02', 45_000),
        line(paid, '06', 30_000, { paid_cents: 30_612, added_cents: 612 }),
        line('9999-0', '06', 10_000, { paid_cents: 10_000 }),
        line(registered, '19', 45_000),
      ],
      { company: document },
    ),
  }

  await beginSession(page, house)
  await page.goto(`${house.url}/retorno-do-banco`)
  const chooser = page.getByLabel('Arquivo de retorno', { exact: true })
  await chooser.setInputFiles(file)
  const lines = page.getByRole('region', { name: 'Linhas do retorno' }).getByRole('row')
  for (const [verdict, said] of [
    ['Registro', 'Entrada confirmada'],
    ['Recebimento', 'Juros e multa: R$ 6,12.'],
    ['Sem boleto aqui', 'Nenhum boleto desta conta tem o número 9999.'],
    ['Só informa', 'Instrução de protesto confirmada'],
  ] as const)
    await expect(lines.filter({ hasText: verdict })).toContainText(said)
  await expect(page.getByText('A receber por este arquivo: R$ 306,12')).toBeVisible()
  await expectGood(page)
  await picture(page, `retorno-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Aplicar 2 linhas' }).click()
  await expect(page.getByText('Recebido: R$ 306,12')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Arquivos aplicados' })).toContainText(file.name)

  await page.getByRole('button', { name: 'Ler outro arquivo' }).click()
  await chooser.setInputFiles(file)
  await expect(page.getByText('Nada de novo neste arquivo: nenhuma conta mudaria.')).toBeVisible()
  await expect(lines.filter({ hasText: 'Já processada' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Aplicar/ })).toHaveCount(0)
  await expectFits(page)

  await lines
    .filter({ hasText: 'R$ 306,12' })
    .getByRole('link', { name: /Pagador/ })
    .click()
  await expect(page.getByText(`Paga em ${showDate(today)}`).first()).toBeVisible()
  await page.goto(`${house.url}/bills-to-receive/${bills[0]?.uuid}?tab=recebimentos`)
  await expect(page.getByRole('list', { name: 'Recebimentos' }).getByRole('listitem')).toHaveCount(1)
  await page.goto(`${house.url}/bills-to-receive/${bills[1]?.uuid}?tab=boleto`)
  await expect(page.getByText('Registrado no banco', { exact: true }).first()).toBeVisible()
})
