import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { formats } from '#kernel/format.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate, showMonth } from '#kernel/show.ts'
import { fillTextModule } from '#features/support/tickets/ticket/api.ts'
import { fillText, readPlaces, type FilledText } from '#features/support/tickets/ticket/places.ts'
import { ticketPlaces, type PlaceValues } from '#features/support/tickets/ticket/text.ts'
import { textModules, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { hearersOf } from '#features/support/tickets/ticket/who.server.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Refuses a text that could not be filled in: it is found out when written, not before a client. */
export function refuseUnfilled(content: string | null | undefined, known = ticketPlaces) {
  const faults = content ? readPlaces(content, known).faults : []
  if (faults.length) throw invalid({ content: faults.slice(0, 3) })
}

/** What a text says with what is known in its places; one written before some place was gone says so. */
export function filledOr(content: string, values: Readonly<Record<string, string>>, of: string): FilledText {
  const filled = fillText(content, values)
  if (filled.faults.length)
    throw problem('conflict', `O texto ${of} precisa de correção. ${filled.faults.slice(0, 3).join(' ')}`)
  return filled
}

/** Reads what is known of a ticket, for text written in it. */
export async function variablesOf(ctx: Ctx, id: string | number): Promise<PlaceValues> {
  const ticket = await ctx.rows(tickets).find(id, [])
  const [asker] = await hearersOf(ctx, ticket)
  const { rows } = await sql<{ document: string | null; year: number | null; month: number | null }>`
    select c.document, k.year, k.month from tickets t join clients c on c.id = t.client_id
    left join collects k on k.id = t.collect_id where t.id = ${ticket.id}`.execute(ctx.sql)
  const [known] = rows
  const name = asker?.name ?? ticket.client.name
  return {
    'cliente.nome': ticket.client.name,
    'cliente.documento': known?.document ? formats.document.show(known.document) : '',
    'pessoa.nome': name,
    'pessoa.primeiro_nome': name.split(' ')[0] ?? '',
    'chamado.numero': `#${ticket.id}`,
    'chamado.titulo': ticket.name,
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
  return { 'eu.nome': user.name, hoje: showDate(day), saudacao }
}

export const textRoute = serve(fillTextModule, async (ctx, { id, text }) => {
  refuseOutsiders(ctx)
  const variables = await variablesOf(ctx, id)
  const { content } = await ctx.rows(textModules).find(text)
  return { data: { content: filledOr(content, variables, 'pronto').content } }
})
