import { dayAfter, dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { returnFile, type MadeReturnLine } from '#test/support/bank-return.ts'
import { cnpj } from '#test/support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, type House, nextNumber, picture, test } from './house.ts'

const today = dayIn(new Date()).day
const occurred_on = today.split('-').toReversed().join('')

/** An account of its own, with boletos of these values that were issued. */
async function withBoletos(house: House, number: string, values: readonly number[]) {
  const document = cnpj(nextNumber())
  const company = await house.api('POST', 'empresas', { nome_fantasia: `Cobrança ${number}`, cnpj: document })
  const account = await house.api('POST', 'checking-accounts', {
    name: `Sicoob ${number}`,
    empresa_id: company.id,
    bank: 756,
    agency: '4277',
    account: number,
    wallet: '1',
    agreement: `1${number}`,
  })
  const payer = cnpj(nextNumber())
  const client = await house.api('POST', 'clients', {
    name: `Pagador ${number}`,
    document: payer,
    empresa_responsavel_id: company.id,
  })
  const finance_type_id = await house.idOf('finance-types', 'Mensalidade')
  const bills = []
  for (const value of values) {
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
    payer,
    due_on: dayAfter(today, 20).split('-').toReversed().join(''),
    occurred_on,
    ...more,
  })
  const file = (lines: readonly MadeReturnLine[]) => ({
    name: `retorno-${number}.ret`,
    mimeType: 'text/plain',
    buffer: returnFile(lines, { company: document }),
  })
  return { bills, line, file }
}

test('a return of the bank is looked at line by line, applied, and the second time changes nothing', async ({
  page,
  house,
}, { project }) => {
  const { bills, line, file: fileOf } = await withBoletos(house, '71471', [300, 450])
  const [paid, registered] = bills.map(({ shown }) => shown)
  const file = fileOf([
    line(registered, '02', 45_000),
    line(paid, '06', 30_000, { paid_cents: 30_612, added_cents: 612 }),
    line(registered, '19', 45_000),
  ])

  await beginSession(page, house)
  await page.goto(`${house.url}/retorno-do-banco`)
  const chooser = page.getByLabel('Arquivo de retorno', { exact: true })
  await chooser.setInputFiles(file)
  const lines = page.getByRole('region', { name: 'Linhas do retorno' }).getByRole('row')
  for (const [verdict, said] of [
    ['Registro', 'Entrada confirmada'],
    ['Recebimento', 'Juros e multa: R$ 6,12.'],
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
  await page.goto(`${house.url}/bills-to-receive/${bills[0]?.uuid}`)
  await expect(page.getByRole('list', { name: 'Recebimentos' }).getByRole('listitem')).toHaveCount(1)
  await page.goto(`${house.url}/bills-to-receive/${bills[1]?.uuid}`)
  await expect(page.getByText('Registrado no banco', { exact: true }).first()).toBeVisible()
})

test('money of no bill waits in a tray until it is placed, returned or explained, and a reading is undone @phone', async ({
  page,
  house,
}, { project }) => {
  const isPhone = project.name === 'phone'
  const number = isPhone ? '71473' : '71472'
  const { bills, line, file: fileOf } = await withBoletos(house, number, [300, 450, 180])
  const [settled, open, good] = bills
  await house.api('PUT', `bills-to-receive/${settled?.uuid}/baixar`)
  const name = 'PROVEDOR DE NOME COMPRIDO SERVICOS DE TE'
  const file = fileOf([
    line(settled?.shown, '06', 30_000, { paid_cents: 30_000, name }),
    line('9999-0', '06', 45_000, { paid_cents: 45_000, name }),
    line('8888-0', '06', 9_900, { paid_cents: 9_900, payer: '', name: 'OUTRO PAGADOR' }),
    line('7777-0', '06', 5_000, { paid_cents: 5_000, payer: '', name: 'DESCONHECIDO' }),
    line(good?.shown, '06', 18_000, { paid_cents: 18_000 }),
    line(good?.shown, '06', 18_000, { paid_cents: 18_000, occurred_on: '00000000' }),
  ])
  await beginSession(page, house)
  await page.goto(`${house.url}/retorno-do-banco`)
  await page.getByLabel('Arquivo de retorno', { exact: true }).setInputFiles(file)
  await expect(page.getByText('5 linhas trazem dinheiro que não é de nenhuma conta.')).toBeVisible()
  await picture(page, `retorno-sem-conta-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Aplicar 1 linha' }).click()
  await expect(page.getByText('1 linha aplicada. 5 esperam em Dinheiro sem conta.')).toBeVisible()

  await page.goto(`${house.url}/recebimentos`)
  await expect(page.getByText('R$ 899,00 em 5 linhas de retorno sem conta.')).toBeVisible()
  await page.getByRole('link', { name: 'Dizer de que são' }).click()
  const lines = page.getByRole('list', { name: 'Dinheiro dos retornos' }).getByRole('listitem')
  await expect(lines).toHaveCount(5)
  await expect(
    page.getByText('5 linhas esperam: R$ 899,00, mais 1 linha ilegível, de valor que não se lê'),
  ).toBeVisible()
  await expectGood(page)
  await picture(page, `dinheiro-${project.name}`, { fullPage: true })

  // Paid twice: the bill of the boleto is proposed, and takes it as more once that is confirmed.
  await lines
    .filter({ hasText: 'A conta já estava paga.' })
    .getByRole('button', { name: /colocar numa conta/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /É a conta do boleto/ }).click()
  await expect(dialog.getByText(/São R\$\s300,00 a mais do que a conta pede/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Colocar nesta conta' })).toBeDisabled()
  await picture(page, `dinheiro-colocar-${project.name}`)
  await dialog.getByLabel(/o dinheiro é mesmo dela/).check()
  await dialog.getByRole('button', { name: 'Colocar nesta conta' }).click()
  await expect(lines).toHaveCount(4)

  // Of a number nobody knows: its payer has a bill of just this value.
  await lines
    .filter({ hasText: 'R$ 450,00' })
    .getByRole('button', { name: /colocar numa conta/ })
    .click()
  await dialog
    .getByRole('button', { name: /faltam R\$\s450,00/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Colocar nesta conta' }).click()
  await expect(lines).toHaveCount(3)

  await lines
    .filter({ hasText: 'OUTRO PAGADOR' })
    .getByRole('button', { name: /devolvido/ })
    .click()
  await dialog.getByLabel('Como e por quê').fill('Pix ao pagador, a pedido dele')
  await picture(page, `dinheiro-devolver-${project.name}`)
  await dialog.getByRole('button', { name: 'Registrar a devolução' }).click()
  await expect(lines).toHaveCount(2)
  await lines
    .filter({ hasText: 'DESCONHECIDO' })
    .getByRole('button', { name: /explicar/ })
    .click()
  await dialog.getByLabel('Explicação').fill('Aluguel de torre, lançado em outro sistema')
  await dialog.getByRole('button', { name: 'Explicar' }).click()
  await expect(lines).toHaveCount(1)
  await lines.getByRole('button', { name: /explicar/ }).click()
  await dialog.getByLabel('Explicação').fill('Repetição da linha de cima')
  await dialog.getByRole('button', { name: 'Explicar' }).click()
  await expect(page.getByText('Todo o dinheiro tem conta')).toBeVisible()

  // A way back: what was returned waits again, and is explained.
  await page.getByRole('button', { name: /Devolvido/ }).click()
  await lines
    .first()
    .getByRole('button', { name: /voltar a esperar/ })
    .click()
  await dialog.getByLabel('Por quê').fill('Ainda não voltou')
  await dialog.getByRole('button', { name: 'Voltar a esperar' }).click()
  await expect(page.getByText('Nada foi devolvido')).toBeVisible()

  // The whole reading is undone, and the file may be read again.
  await page.goto(`${house.url}/retorno-do-banco`)
  await page.getByRole('link', { name: file.name }).click()
  await picture(page, `retorno-aplicado-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Desfazer esta leitura' }).click()
  await dialog.getByLabel('Por quê').fill('Era o arquivo de outro mês')
  await dialog.getByRole('button', { name: 'Desfazer a leitura' }).click()
  await expect(
    page.getByText('Leitura desfeita: 3 recebimentos estornados. O arquivo pode ser lido de novo.'),
  ).toBeVisible()
  await expect(page.getByText('Leitura desfeita', { exact: true })).toBeVisible()
  await page.goto(`${house.url}/bills-to-receive/${open?.uuid}`)
  await expect(page.getByText('Estornado', { exact: true })).toBeVisible()
  await page.goto(`${house.url}/retorno-do-banco`)
  await page.getByLabel('Arquivo de retorno', { exact: true }).setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Aplicar 1 linha' })).toBeVisible()
})
