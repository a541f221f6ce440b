import * as z from 'zod'
import { showDate } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import type { FromCollects } from '#features/obligations/load.server.ts'
import { aMonth, summaryOf } from '#features/regularity/summary.server.ts'
import { chosenOf, summaryKinds, type ClientSummary, type SummaryLine } from '#features/regularity/summary.ts'
import { signedByManager } from '#parts/paper/manager.server.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { tableOn, type Block, type Paper } from '#parts/paper/paper.ts'
import { dayIn } from '#kernel/clock.ts'
import { key } from '#server/crud.ts'
import { Answer, operation } from '#server/operation.ts'

const asked = z.strictObject({
  month: aMonth,
  /** Keys of lines that are left out, one after another with commas. */
  left: z.string().max(8_000).default(''),
})

interface ToldSummary {
  readonly now: Date
  readonly today: string
  readonly house: string
  readonly signed: readonly Block[]
}

/** A month of a client on paper: what was done, then what is missing. */
export function summaryPaperOf(
  { client, subject }: Pick<ClientSummary, 'client' | 'subject'>,
  lines: readonly SummaryLine[],
  { now, today, house, signed }: ToldSummary,
): Paper {
  const [done, missing] = [lines.filter(line => line.done), lines.filter(line => !line.done)]
  return {
    title: subject,
    lines: [`Em ${showDate(today)}`],
    short: client.name,
    foot: `${house} · ${subject}`,
    now,
    blocks: [
      {
        kind: 'facts',
        pairs: [
          ['Feito', String(done.length)],
          ['Falta', String(missing.length)],
        ],
      },
      ...part('Feito', done),
      ...part('Falta', missing),
      ...signed,
    ],
  }
}

const part = (title: string, lines: readonly SummaryLine[]): readonly Block[] =>
  lines.length
    ? [
        { kind: 'heading', text: title },
        tableOn<SummaryLine>(
          [
            { title: 'O quê', width: 6, text: line => line.text },
            { title: 'Tipo', width: 1, text: line => summaryKinds[line.kind] },
          ],
          lines,
        ),
      ]
    : []

export const summaryPaper = (collects: FromCollects) =>
  operation<{ id: string }, z.infer<typeof asked>>({
    id: 'clients.resumo.pdf',
    summary: 'Baixar o resumo de um mês do cliente em PDF',
    method: 'GET',
    url: '/api/v1/clients/:id/resumo/pdf',
    access: 'permission',
    scope: clients,
    rate: 'heavy',
    audit: null,
    params: z.object({ id: key }),
    query: asked,
    answers: { 200: 'file' },
    gives: ['application/pdf'],
    handle: async (ctx, { params, query }) => {
      const summary = await summaryOf(ctx, collects, params.id, query.month)
      const today = dayIn(new Date()).day
      const paper = summaryPaperOf(summary, chosenOf(summary.lines, query.left.split(',')), {
        today,
        now: new Date(),
        house: ctx.config.APP_NAME,
        signed: await signedByManager(ctx.sql, today),
      })
      return new Answer(200, await printed(paper, { user: ctx.user.id }), {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="resumo-${query.month}_${slugOf(summary.client.name).slice(0, 80) || 'cliente'}.pdf"`,
      })
    },
  })
