import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { join } from '#kernel/text.ts'
import type { tickets, Ticket } from '#features/support/tickets/ticket/tickets.ts'
import type { Ctx } from '#server/operation.ts'

// A coleta waits for each open question about it: only an explicit end of the question releases it. No other act does so unseen.

/** A question stays with its coleta: all people of the client read it, and the coleta waits for it. */
export function refuseMoved(
  draft: Partial<StoredOf<typeof tickets>>,
  { question, client_id: client, collect_id: collect }: Ticket,
) {
  if (!question) return
  const said = 'É a pergunta de uma coleta, e fica com ela. Para outro assunto, abra outro chamado.'
  if (draft.client_id !== undefined && draft.client_id !== client) throw invalid({ client_id: said })
  if (draft.collect_id !== undefined && draft.collect_id !== collect) throw invalid({ collect_id: said })
}

/** Throws a 409 that names those of some tickets that are open questions. */
export async function refuseOpenQuestions({ sql: db }: Ctx, ids: readonly number[], act: 'excluir' | 'inativar') {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id::float8 as id, t.name from tickets t join statuses s on s.id = t.status_id
    where t.id = any(${[...ids]}::bigint[]) and t.question and t.collect_id is not null and t.active and s.slug <> 'finalizado'
    order by t.id limit 10`.execute(db)
  if (!rows.length) return
  const named = join(rows.map(({ id, name }) => `#${id} “${name}”`))
  throw problem(
    'conflict',
    rows.length === 1
      ? `A coleta espera por esta pergunta, que está em aberto: ${named}. Finalize a pergunta antes de ${act}.`
      : `Coletas esperam por estas perguntas, que estão em aberto: ${named}. Finalize as perguntas antes de ${act}.`,
  )
}

/** Returns why a question cannot merge: its readers must see the other ticket, and its own coleta must still wait. */
export function questionBars(from: Ticket, into: Ticket): readonly string[] {
  if (from.question !== into.question) return ['A pergunta de uma coleta só se mescla com outra pergunta.']
  if (!from.question || from.collect_id === into.collect_id) return []
  return [
    'As perguntas são de coletas diferentes, e cada coleta espera pela sua: finalize uma delas, ou relacione as duas.',
  ]
}
