import { showDate } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import type { FromCollects } from '#features/regulatory/obligations/load.server.ts'
import { downloadSummary, type ClientSummary } from '#features/regulatory/regularity/api.ts'
import type { SummaryLine } from '#features/regulatory/regularity/schema.ts'
import { summaryOf } from '#features/regulatory/regularity/summary.server.ts'
import { chosenOf } from '#features/regulatory/regularity/summary.ts'
import { summaryKinds } from '#features/regulatory/regularity/summary-kinds.ts'
import { signedByManager } from '#parts/paper/manager.server.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { tableOn, type Block, type Paper } from '#parts/paper/paper.ts'
import { dayIn } from '#kernel/clock.ts'
import { Answer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

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
  serve(downloadSummary, async (ctx, { id, query }) => {
    const summary = await summaryOf(ctx, collects, id, query.month)
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
  })
