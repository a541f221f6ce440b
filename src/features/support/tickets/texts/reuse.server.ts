import { sql } from 'kysely'
import { formats } from '#kernel/format.ts'
import { problem } from '#kernel/problem.ts'
import { previewReuse } from '#features/support/tickets/ticket/api.ts'
import { cleanAnswer, type KnownWord } from '#features/support/tickets/ticket/reuse.ts'
import { ticketMessages } from '#features/support/tickets/ticket/tickets.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

interface TicketWords {
  readonly client: string
  readonly fancy: string | null
  readonly document: string | null
  readonly author: string | null
  readonly people: readonly { readonly name: string; readonly email: string | null; readonly asks: boolean }[]
}

/** Reads what is specific to this ticket: its client, their people, its number, and the staff who answered. */
async function knownWordsOf({ sql: db }: Ctx, { id, ticket_id }: { readonly id: number; readonly ticket_id: number }) {
  const { rows } = await sql<TicketWords>`
    select c.name as client, c.fantasy_name as fancy, c.document, a.name as author,
      coalesce((select json_agg(json_build_object('name', u.name, 'email', u.email, 'asks', u.id in (t.requester_id, t.opened_user_id)))
        from users u join clients_client_users l on l.user_id = u.id where l.parent_id = c.id), '[]') as people
    from ticket_messages m join tickets t on t.id = m.ticket_id join clients c on c.id = t.client_id
    left join users a on a.id = m.user_id where m.id = ${id}`.execute(db)
  const [of] = rows
  if (!of) throw problem('missing')
  const short = of.client.replace(/\s+(?:ltda|me|epp|eireli|s\.?\/?a\.?)\.?$/iu, '')
  const words: (KnownWord | null)[] = [
    { what: 'nome', said: of.client, place: 'cliente.nome' },
    { what: 'nome', said: short, place: 'cliente.nome' },
    of.fancy ? { what: 'nome', said: of.fancy, place: 'cliente.nome' } : null,
    ...(of.document
      ? [of.document, formats.document.show(of.document)].map(
          said => ({ what: 'documento', said, place: 'cliente.documento' }) as const,
        )
      : []),
    ...of.people.flatMap(({ name, email, asks }): KnownWord[] => [
      { what: 'nome', said: name, place: asks ? 'pessoa.nome' : null },
      { what: 'nome', said: name.split(' ')[0] ?? '', place: asks ? 'pessoa.primeiro_nome' : null },
      ...(email ? [{ what: 'e-mail', said: email, place: null } as const] : []),
    ]),
    of.author ? { what: 'nome', said: of.author, place: 'eu.nome' } : null,
    { what: 'número', said: `#${ticket_id}`, place: 'chamado.numero' },
  ]
  return words.filter(each => each !== null)
}

export const reuseRoute = serve(previewReuse, async (ctx, { id, query }) => {
  refuseOutsiders(ctx)
  const message = await ctx.rows(ticketMessages).find(id, [])
  if (message.internal || !message.from_team)
    throw problem('conflict', 'Só se aproveita uma resposta da equipe: uma nota fica entre colegas.')
  return { data: cleanAnswer(message.content, await knownWordsOf(ctx, message), query.para) }
})
