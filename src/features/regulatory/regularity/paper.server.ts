import { maskDocument } from '#kernel/brasil.ts'
import { showDate } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { FromCollects } from '#features/regulatory/obligations/load.server.ts'
import { downloadRegularity } from '#features/regulatory/regularity/api.ts'
import { lookAge, lightOf, lights, type RegularityCheck } from '#features/regulatory/regularity/light.ts'
import { checksOf, lightTerms } from '#features/regulatory/regularity/load.server.ts'
import { signedByManager } from '#parts/paper/manager.server.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { tableOn, type Block, type Paper } from '#parts/paper/paper.ts'
import { Answer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Rows that leave room for who signs on the same page. */
const rowsPerPage = 32

interface ToldClient {
  readonly name: string
  readonly document: string | null
}

/** One page for the client: their state on a day, each check in words with its age. What is in order is cut first. */
export function paperOf(
  { name, document }: ToldClient,
  checks: readonly RegularityCheck[],
  told: {
    readonly now: Date
    readonly today: string
    readonly days: number
    readonly house: string
    readonly signed: readonly Block[]
  },
): Paper {
  const { now, today, days, house, signed } = told
  const counted = checks.filter(({ light }) => light !== null)
  const shown = counted.slice(0, rowsPerPage)
  const { name: said } = lights[lightOf(checks)]
  const many = Object.entries(lights).map(([light, { name: label }]): readonly [string, string] => [
    label,
    String(counted.filter(each => each.light === light).length),
  ])
  return {
    title: `Situação regulatória de ${name}`,
    lines: [...(document ? [maskDocument(document)] : []), `Em ${showDate(today)}: ${said.toLowerCase()}`],
    short: name,
    foot: `${house} · Situação regulatória · ${showDate(today)}`,
    now,
    blocks: [
      { kind: 'facts', pairs: many },
      ...(shown.length
        ? [
            tableOn<RegularityCheck>(
              [
                { title: 'O que se confere', width: 6, text: each => each.name },
                { title: 'Situação', width: 3, text: each => (each.light ? lights[each.light].name : '') },
                { title: 'Como está', width: 5, text: each => each.said },
                { title: 'Conferido em', width: 2, text: each => (each.on ? showDate(each.on) : '—') },
                { title: 'Idade', width: 2, right: true, text: each => lookAge(each.on, today) },
              ],
              shown,
            ),
          ]
        : []),
      ...(counted.length > shown.length
        ? [{ kind: 'note', text: `E mais ${counted.length - shown.length}, na regularidade do cliente.` } as const]
        : []),
      {
        kind: 'note',
        text: `Cada consulta vale por ${days} dias; depois deles, e do que ninguém consultou, nada se afirma.`,
      },
      ...signed,
    ],
  }
}

export const regularityPaper = (collects: FromCollects) =>
  serve(downloadRegularity, async (ctx, { id }) => {
    const client = await ctx.rows(clients).find(id, [])
    // The paper is written for the client, also when staff request it.
    const terms = await lightTerms(ctx, true)
    const checks = (await checksOf(ctx, collects, [client.id], terms)).get(client.id) ?? []
    const paper = paperOf(client, checks, {
      ...terms,
      now: new Date(),
      house: ctx.config.APP_NAME,
      signed: await signedByManager(ctx.sql, terms.today),
    })
    return new Answer(200, await printed(paper, { user: ctx.user.id }), {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="situacao-regulatoria_${slugOf(client.name).slice(0, 80) || 'cliente'}.pdf"`,
    })
  })
