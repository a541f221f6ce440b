import { sql } from 'kysely'
import * as z from 'zod'
import { formats } from '#kernel/format.ts'
import { list, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { cleanAnswer, type KnownWord } from '#features/tickets/reuse.ts'
import { ticketMessages } from '#features/tickets/tickets.ts'
import { key } from '#server/crud.ts'
import { operation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

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

/** An answer, cleaned for others, and what was taken out of it. */
export const reuseOperation = operation<{ id: string }, { para: 'texto' | 'informativo' }>({
  id: 'ticket-messages.aproveitar',
  summary: 'Ver uma resposta sem o que é só de um cliente',
  method: 'GET',
  url: '/api/v1/ticket-messages/:id/aproveitar',
  access: 'permission',
  scope: ticketMessages,
  rate: 'read',
  audit: null,
  params: z.object({ id: key }),
  query: z.strictObject({ para: z.enum(['texto', 'informativo'], 'Informe texto ou informativo.') }),
  answers: {
    200: shape({
      data: shape({ content: string, found: list(shape({ what: string, said: string, instead: string })) }),
    }),
  },
  handle: async (ctx, { params, query }) => {
    refuseOutsiders(ctx)
    const message = await ctx.rows(ticketMessages).find(params.id, [])
    if (message.internal || !message.from_team)
      throw problem('conflict', 'Só se aproveita uma resposta da equipe: uma nota fica entre colegas.')
    return { data: cleanAnswer(message.content, await knownWordsOf(ctx, message), query.para) }
  },
})
