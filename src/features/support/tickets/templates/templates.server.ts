import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { formats } from '#kernel/format.ts'
import { problem } from '#kernel/problem.ts'
import { showMonth } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { fillTemplate, type KnownOfTicket } from '#features/support/tickets/ticket/api.ts'
import { hasStepsSql } from '#features/support/tickets/steps/steps.server.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { openingPlaces, placeInWords, type PlaceValues } from '#features/support/tickets/ticket/text.ts'
import { filledOr, refuseUnfilled, variablesNow } from '#features/support/tickets/texts/text.server.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const withPlainContent = <D extends { readonly content?: string | null }>(draft: D) => {
  refuseUnfilled(draft.content, openingPlaces)
  return draft
}

/** Reads what is known of a ticket about to be opened, as far as its user may see it. */
async function variablesOfDraft(ctx: Ctx, draft: KnownOfTicket): Promise<Omit<PlaceValues, `chamado.${string}`>> {
  const client = draft.client_id === undefined ? null : await ctx.rows(clients).seek(draft.client_id)
  const collect = draft.collect_id === undefined ? null : await ctx.rows(collects).seek(draft.collect_id)
  const station = draft.station_id === undefined ? null : await ctx.rows(stations).seek(draft.station_id)
  const link = draft.station_link_id === undefined ? null : await ctx.rows(stationLinks).seek(draft.station_link_id)
  const name = (client && (await askerOf(ctx, client.id, draft.requester_id))) ?? client?.name ?? ''
  return {
    'cliente.nome': client?.name ?? '',
    'cliente.documento': client?.document ? formats.document.show(client.document) : '',
    'pessoa.nome': name,
    'pessoa.primeiro_nome': name.split(' ')[0] ?? '',
    competencia: collect ? showMonth(collect.year, collect.month) : '',
    estacao: station?.name ?? '',
    enlace: link?.name ?? '',
    ...variablesNow(ctx),
  }
}

/** Returns the requester's name: the chosen user of the client, or the current client user. */
async function askerOf({ sql: db, user }: Ctx, client: number, requester: number | undefined): Promise<string | null> {
  const asker = isStaff(user) ? requester : user.id
  if (asker === undefined) return null
  const { rows } = await sql<{ name: string }>`
    select u.name from users u join clients_client_users l on l.user_id = u.id
    where l.parent_id = ${client} and u.id = ${asker} and u.deleted_at is null`.execute(db)
  return rows[0]?.name ?? null
}

/** The first message of a template, with what is known of the ticket in its places. */
const fillingRoute = serve(fillTemplate, async (ctx, { id, query }) => {
  const { content } = await ctx.rows(ticketTemplates).find(id, [])
  if (!content) return { data: { content: null } }
  const filled = filledOr(content, await variablesOfDraft(ctx, query), 'deste modelo')
  const empty = [...new Set(filled.empty.map(placeInWords))]
  if (empty.length)
    throw problem('conflict', `O texto deste modelo cita ${join(empty)}: escolha antes, e use o modelo de novo.`)
  return { data: { content: filled.content } }
})

export const templateRules = extend(ticketTemplates, {
  operations: [fillingRoute],
  derived: { has_steps: hasStepsSql },
  visible: ({ user, alias, declared }) =>
    isStaff(user) ? declared : sql`(${declared} and ${sql.ref(`${alias}.audience`)} = 'todos')`,
  beforeCreate: withPlainContent,
  beforeUpdate: withPlainContent,
})

/** What a template says of a ticket that its opener may not say themselves. */
export async function officeFieldsOf({ sql: db }: Ctx, template: number) {
  const { rows } = await sql<{ priority: 'baixa' | 'normal' | 'alta' | 'urgente' | null; team_id: number | null }>`
    select priority, team_id from ticket_templates where id = ${template}`.execute(db)
  const { priority = null, team_id = null } = rows[0] ?? {}
  return { ...(priority && { priority }), ...(team_id !== null && { team_id }) }
}
