import { sql } from 'kysely'
import { maskDocument } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import {
  downloadStatement,
  type ClientStatement,
  type OpenBill,
  type StatementLine,
} from '#features/billing/bills/statement/api.ts'
import { waysInWords } from '#features/billing/bills/boleto/ways.ts'
import { companyPlaceSql } from '#features/people/empresas/place.ts'
import { statementOf } from '#features/billing/bills/statement/statement.server.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { tableOn, type Block, type Paper } from '#parts/paper/paper.ts'
import { Answer, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Who a statement is of: the company that charges, and the client. */
interface StatementParty {
  readonly name: string
  readonly document: string | null
  readonly contact: string | null
}
export interface StatementParties {
  readonly debtor: StatementParty
  /** The company that each open bill is owed to, by the bill's uuid; and that of the client, for bills of none. */
  readonly creditors: ReadonlyMap<string, StatementParty>
  readonly own: StatementParty | null
}
const partyInWords = ({ name, document, contact }: StatementParty) =>
  [name, document && maskDocument(document), contact].filter(Boolean).join(' · ')

const partyColumns = `coalesce(e.razao_social, e.nome_fantasia) as name, e.cnpj as document,
  nullif(concat_ws(' · ', nullif(concat_ws(', ', ${companyPlaceSql('e')}, m.name || '/' || m.name_state), ''), e.telefone, e.email), '') as contact`

/** A bill is owed to the company of its account; where it has none, to the one that answers for the client. */
async function partiesOf(db: Sql, client: number): Promise<StatementParties> {
  const { rows: debtors } = await sql<StatementParty>`
    select name, document, null as contact from clients where id = ${client}`.execute(db)
  const { rows: owners } = await sql<StatementParty>`
    select ${sql.raw(partyColumns)} from clients c join empresas e on e.id = c.empresa_responsavel_id
    left join cities m on m.id = e.municipio_id where c.id = ${client}`.execute(db)
  const { rows } = await sql<StatementParty & { readonly uuid: string }>`
    select b.uuid, ${sql.raw(partyColumns)} from bills_to_receive b join clients c on c.id = b.client_id
    left join checking_accounts a on a.id = b.checking_account_id
    join empresas e on e.id = coalesce(a.empresa_id, c.empresa_responsavel_id)
    left join cities m on m.id = e.municipio_id
    where b.client_id = ${client} and b.deleted_at is null and b.active and not b.downloaded and not b.called_off`.execute(
    db,
  )
  const [debtor = { name: '', document: null, contact: null }] = debtors
  return { debtor, own: owners[0] ?? null, creditors: new Map(rows.map(({ uuid, ...party }) => [uuid, party])) }
}

/** The open bills of each company, the first of the oldest bill. */
function openBlocks(open: readonly OpenBill[], { creditors, own }: StatementParties): readonly Block[] {
  const nameOf = ({ uuid }: OpenBill) => {
    const party = creditors.get(uuid) ?? own
    return party ? partyInWords(party) : ''
  }
  const byCompany = grouped(open, nameOf)
  return [...byCompany].flatMap(([name, of]): readonly Block[] => [
    { kind: 'heading', text: byCompany.size > 1 ? `Em aberto com ${name}` : 'Em aberto' },
    tableOn<OpenBill>(
      [
        { title: 'Conta', width: 5, text: each => each.text },
        { title: 'Vencimento', width: 2, text: each => showDate(each.due) },
        { title: 'Atraso', width: 2, right: true, text: each => (each.days ? `${each.days} d` : '—') },
        { title: 'Falta', width: 2, right: true, text: each => showMoney(each.left) },
        { title: 'Se paga hoje', width: 2, right: true, text: each => showMoney(each.today) },
      ],
      of,
    ),
    { kind: 'heading', text: 'Como pagar' },
    ...of.flatMap((bill): readonly Block[] => [
      { kind: 'note', text: `${bill.text}, ${showMoney(bill.today)} hoje` },
      ...waysInWords(bill, 'office').map(text => ({ kind: 'note', text }) as const),
    ]),
  ])
}

const owedIn = (open: readonly OpenBill[]) => open.reduce((sum, { left }) => sum + cents(left), 0) / 100

/** A client's statement on paper: what is open today, then what moved in the period. */
export function paperOfStatement(
  { client, from, to, today, opening, closing, lines, open }: ClientStatement,
  parties: StatementParties,
  { house, now }: { readonly house: string; readonly now: Date },
): Paper {
  const companies = open.length ? open.map(({ uuid }) => parties.creditors.get(uuid) ?? parties.own) : [parties.own]
  const creditors = [...new Set(companies.flatMap(each => (each ? [each] : [])).map(partyInWords))]
  return {
    title: `Extrato de ${client.name}`,
    lines: [
      ...(creditors.length ? [`Credor: ${creditors.join('; ')}`] : []),
      `Devedor: ${partyInWords(parties.debtor)}`,
      `De ${showDate(from)} a ${showDate(to)}, feito em ${showDate(today)}`,
    ],
    short: client.name,
    foot: `${house} · Extrato · ${showDate(today)}`,
    now,
    blocks: [
      {
        kind: 'facts',
        pairs: [
          ['Devia antes', showMoney(opening)],
          ['Deve no fim', showMoney(closing)],
          ['Em aberto hoje', showMoney(owedIn(open))],
        ],
      },
      ...openBlocks(open, parties),
      { kind: 'heading', text: 'Movimento' },
      ...(lines.length
        ? [
            tableOn<StatementLine>(
              [
                { title: 'Dia', width: 2, text: each => showDate(each.day) },
                { title: 'O quê', width: 6, text: each => [each.text, each.note].filter(Boolean).join(', ') },
                {
                  title: 'Conta',
                  width: 2,
                  right: true,
                  text: each => (each.kind === 'conta' ? showMoney(each.amount) : ''),
                },
                {
                  title: 'Recebido',
                  width: 2,
                  right: true,
                  text: each => (each.kind === 'recebimento' ? showMoney(each.amount) : ''),
                },
                { title: 'Saldo devedor', width: 2, right: true, text: each => showMoney(each.balance) },
              ],
              lines,
            ),
          ]
        : [{ kind: 'note', text: 'Nenhum movimento no período.' } as const]),
    ],
  }
}

export const statementPaper = serve(downloadStatement, async (ctx, { id, query }) => {
  const statement = await statementOf(ctx, id, query)
  const parties = await partiesOf(ctx.sql, statement.client.id)
  const paper = paperOfStatement(statement, parties, { house: ctx.config.APP_NAME, now: new Date() })
  return new Answer(200, await printed(paper, { user: ctx.user.id }), {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="extrato_${slugOf(statement.client.name).slice(0, 80) || 'cliente'}_${dayIn(new Date()).day}.pdf"`,
  })
})
