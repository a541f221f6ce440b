import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { undoDays } from '#features/clients/merges/fields.ts'
import { readClientHolders } from '#features/clients/merges/holders.server.ts'
import { moveRowsOf, type ClientMerge } from '#features/clients/merges/move.server.ts'
import { hour } from '#parts/chore/chore.ts'
import { isRepeated } from '#server/duplicate.ts'
import type { Chore } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

const row = { one: 'registro', many: 'registros', gender: 'm' } as const

/** Forgets what was moved once it cannot be moved back; that the two were merged stays known, for old addresses. */
async function forgetMoved(db: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with old as (
      update client_merges set forgotten_at = now(), fields = '{}', views = '[]'
      where forgotten_at is null and at < now() - make_interval(days => ${undoDays}) returning id),
    gone as (delete from client_merge_rows r using old where r.merge_id = old.id returning 1)
    select count(*)::int as n from gone`.execute(db)
  return rows[0]?.n ?? 0
}

/** Rows whose writers waited while their client was merged, and who had found it before: they follow the others. */
async function moveLate(db: Sql, signal: AbortSignal): Promise<number> {
  const holders = await readClientHolders(db)
  const { rows: merges } = await sql<ClientMerge>`
    select id, into_id as "into", from_id as "from" from client_merges where undone_at is null and forgotten_at is null order by id`.execute(
    db,
  )
  let moved = 0
  for (const merge of merges) {
    if (signal.aborted) break
    moved += await moveLateOf(db, merge, holders).catch((error: unknown) => {
      // A row the remaining client has already is not moved over it.
      if (!isRepeated(error)) throw error
      return 0
    })
  }
  return moved
}

const moveLateOf = async (db: Sql, merge: ClientMerge, holders: Awaited<ReturnType<typeof readClientHolders>>) =>
  db.transaction().execute(async inner => {
    const { rows } = await sql`
      select 1 from clients where id in (${merge.into}, ${merge.from}) order by id for update`.execute(inner)
    let tables = 0
    for (const holder of rows.length === 2 ? holders : []) if (await moveRowsOf({ sql: inner }, merge, holder)) tables++
    return tables
  })

export const mergesChore: Chore = {
  name: 'unificacoes',
  title: 'Unificações de clientes',
  about: `Leva ao cliente que ficou o que foi gravado no outro durante a unificação, e esquece, depois de ${undoDays} dias, o que foi movido: até lá, ela pode ser desfeita.`,
  every: hour,
  run: async ({ database }, { signal }) => {
    const late = await moveLate(database.kysely, signal)
    const gone = await forgetMoved(database.kysely)
    const sentences = [
      ...(late
        ? [`${count(late, { one: 'tabela', many: 'tabelas', gender: 'f' })} com registros que chegaram atrasados`]
        : []),
      ...(gone ? [`${count(gone, row)} de unificações antigas esquecidos`] : []),
    ]
    return { said: sentences.length ? `${sentences.join('; ')}.` : 'Nada a fazer.' }
  },
}
