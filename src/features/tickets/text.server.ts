import { sql } from 'kysely'
import type * as Liquid from 'liquidjs'
import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { formats } from '#kernel/format.ts'
import { shape, string } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import { showDate, showMonth } from '#kernel/show.ts'
import { sampleVariables, type TextVariables } from '#features/tickets/text.ts'
import { textModules, tickets } from '#features/tickets/tickets.ts'
import { hearersOf } from '#features/tickets/who.server.ts'
import { key } from '#server/crud.ts'
import { later } from '#server/later.ts'
import { operation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

const liquid = later<typeof Liquid>('liquidjs')
let made: Liquid.Liquid | undefined
/** Words with places in them, and nothing else: no file is read, no property but its own, and no template runs long. */
const engine = () =>
  (made ??= new (liquid().Liquid)({
    templates: {},
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    parseLimit: 20_000,
    renderLimit: 50,
    memoryLimit: 200_000,
  }))

export const fillText = (content: string, variables: Partial<TextVariables>): string =>
  String(engine().parseAndRenderSync(content, variables)).trim()

/** The places of a text for which nothing is known: 'competencia'. */
export const emptyPlaces = (content: string, variables: Partial<TextVariables>): readonly string[] => [
  ...new Set(
    engine()
      .globalFullVariablesSync(content)
      .filter(place => engine().evalValueSync(place, variables) === ''),
  ),
]

/** Refuses a text whose places name nothing that is known: it is found out when written, not before a client. */
export function refuseUnfilled(content: string | null | undefined, sample: Partial<TextVariables> = sampleVariables) {
  if (!content) return
  try {
    fillText(content, sample)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const unknown = /undefined variable: ([\w.]+)/.exec(said)?.[1]
    throw invalid({
      content: unknown
        ? `Não há “${unknown}” para preencher. Use um dos campos da lista.`
        : 'Algum campo entre chaves não está bem escrito. Escreva assim: {{ cliente.nome }}.',
    })
  }
}

/** What is known of a ticket, for whoever writes in it. */
export async function variablesOf(ctx: Ctx, id: string | number): Promise<TextVariables> {
  const ticket = await ctx.rows(tickets).find(id, [])
  const [asker] = await hearersOf(ctx, ticket)
  const { rows } = await sql<{ document: string | null; year: number | null; month: number | null }>`
    select c.document, k.year, k.month from tickets t join clients c on c.id = t.client_id
    left join collects k on k.id = t.collect_id where t.id = ${ticket.id}`.execute(ctx.sql)
  const [known] = rows
  return {
    cliente: { nome: ticket.client.name, documento: known?.document ? formats.document.show(known.document) : '' },
    pessoa: {
      nome: asker?.name ?? ticket.client.name,
      primeiro_nome: (asker?.name ?? ticket.client.name).split(' ')[0] ?? '',
    },
    chamado: { numero: `#${ticket.id}`, titulo: ticket.name },
    competencia: known?.year && known.month ? showMonth(known.year, known.month) : '',
    estacao: ticket.station?.name ?? '',
    enlace: ticket.station_link?.name ?? '',
    ...variablesNow(ctx),
  }
}

/** Who writes, and when. */
export function variablesNow({ user }: Pick<Ctx, 'user'>) {
  const { day, hour } = dayIn(new Date())
  const saudacao = hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite'
  return { eu: { nome: user.name }, hoje: showDate(day), saudacao }
}

/** A text with what is known of a ticket in its places. */
export const filledTextOperation = operation<{ id: string; text: string }>({
  id: 'tickets.texto-pronto',
  summary: 'Preencher um texto pronto com o que se sabe do chamado',
  method: 'GET',
  url: '/api/v1/tickets/:id/textos-prontos/:text',
  access: 'permission',
  scope: tickets,
  rate: 'read',
  audit: null,
  params: z.object({ id: key, text: key }),
  answers: { 200: shape({ data: shape({ content: string }) }) },
  handle: async (ctx, { params }) => {
    refuseOutsiders(ctx)
    const variables = await variablesOf(ctx, params.id)
    const { content } = await ctx.rows(textModules).find(params.text)
    return { data: { content: fillText(content, variables) } }
  },
})
