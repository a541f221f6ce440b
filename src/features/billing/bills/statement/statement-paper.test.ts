import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paperOfStatement, type StatementParties } from '#features/billing/bills/statement/statement-paper.server.ts'
import type { ClientStatement, OpenBill } from '#features/billing/bills/statement/api.ts'
import { draw } from '#parts/paper/draw.server.ts'

const bill = (n: number, more: Partial<OpenBill> = {}): OpenBill => ({
  uuid: `bill-${n}`,
  text: `Assessoria regulatória de outubro de 2026 com acompanhamento de processos na Anatel e licenças extras · parcela ${n} · nº 000008${n}`,
  state: 'em-atraso',
  due: '2026-10-10',
  days: 49,
  left: 1470,
  today: 1523.41,
  line: null,
  pix: null,
  why: null,
  ...more,
})
const statement: ClientStatement = {
  client: {
    id: 1,
    uuid: 'client',
    name: 'Provedor Exemplo de Telecomunicações e Serviços de Internet do Vale do Paraíba Ltda',
  },
  from: '2026-09-01',
  to: '2026-11-28',
  today: '2026-11-28',
  opening: 0,
  closing: 4410,
  lines: [
    {
      day: '2026-10-01',
      kind: 'conta',
      text: bill(1).text,
      note: 'vence em 10/10/2026',
      amount: 1470,
      balance: 1470,
      bill: 'bill-1',
    },
  ],
  open: [
    bill(1, {
      line: '75691.42770 01017.227806 00000.830018 1 98760000147000',
      pix: `00020126${'5'.repeat(160)}6304ABCD`,
    }),
    bill(2, { why: 'O boleto ainda não foi registrado no banco: até lá ele não pode ser pago.' }),
    bill(3),
  ],
}
const farol = {
  name: 'Farol Consultoria Ltda',
  document: '11222333000181',
  contact: 'Rua do Porto, 12, Centro, Taubaté/SP · (12) 3621-0000 · financeiro@farol.example',
}
const meridiano = { ...farol, name: 'Meridiano Engenharia Ltda', document: '11444777000161' }
const parties: StatementParties = {
  debtor: { name: statement.client.name, document: '12345678000195', contact: null },
  own: farol,
  creditors: new Map([
    ['bill-1', farol],
    ['bill-2', farol],
    ['bill-3', meridiano],
  ]),
}

test('a statement says who charges whom, by company, and how each bill is paid', async () => {
  const paper = paperOfStatement(statement, parties, { house: 'Outorga', now: new Date() })
  expect(paper.lines.join('\n')).toMatch(
    /Credor: Farol Consultoria Ltda · 11\.222\.333\/0001-81 · Rua do Porto.*; Meridiano/,
  )
  expect(paper.lines.join('\n')).toContain('12.345.678/0001-95')
  const texts = paper.blocks.flatMap(each => ('text' in each ? [each.text] : []))
  expect(texts.filter(text => text.startsWith('Em aberto com'))).toHaveLength(2)
  expect(texts).toContain('Linha digitável: 75691.42770 01017.227806 00000.830018 1 98760000147000')
  expect(texts).toContain('O boleto ainda não foi registrado no banco: até lá ele não pode ser pago.')
  expect(texts).toContain('Para pagar, peça o boleto ou os dados do Pix ao escritório.')
  const pdf = await draw(paper)
  if (process.env.STATEMENT_PDF) writeFileSync(process.env.STATEMENT_PDF, pdf)
  expect(pdf.length).toBeGreaterThan(1_000)
})
