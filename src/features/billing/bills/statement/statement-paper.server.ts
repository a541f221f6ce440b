import { dayIn } from '#kernel/clock.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import {
  downloadStatement,
  type ClientStatement,
  type OpenBill,
  type StatementLine,
} from '#features/billing/bills/statement/api.ts'
import { statementOf } from '#features/billing/bills/statement/statement.server.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { tableOn, type Block, type Paper } from '#parts/paper/paper.ts'
import { Answer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const owedIn = (open: readonly OpenBill[]) => open.reduce((sum, { left }) => sum + cents(left), 0) / 100

/** A client's statement on paper: what is open today, then what moved in the period. */
export function paperOfStatement(
  { client, from, to, today, opening, closing, lines, open }: ClientStatement,
  { house, now }: { readonly house: string; readonly now: Date },
): Paper {
  const openBills: readonly Block[] = open.length
    ? [
        { kind: 'heading', text: 'Em aberto' },
        tableOn<OpenBill>(
          [
            { title: 'Conta', width: 5, text: each => each.text },
            { title: 'Vencimento', width: 2, text: each => showDate(each.due) },
            { title: 'Atraso', width: 2, right: true, text: each => (each.days ? `${each.days} d` : '—') },
            { title: 'Falta', width: 2, right: true, text: each => showMoney(each.left) },
            { title: 'Se paga hoje', width: 2, right: true, text: each => showMoney(each.today) },
          ],
          open,
        ),
      ]
    : []
  return {
    title: `Extrato de ${client.name}`,
    lines: [`De ${showDate(from)} a ${showDate(to)}, feito em ${showDate(today)}`],
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
      ...openBills,
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
  const paper = paperOfStatement(statement, { house: ctx.config.APP_NAME, now: new Date() })
  return new Answer(200, await printed(paper, { user: ctx.user.id }), {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="extrato_${slugOf(statement.client.name).slice(0, 80) || 'cliente'}_${dayIn(new Date()).day}.pdf"`,
  })
})
