import { sql } from 'kysely'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { readMaintenance, runChore, type Heap, type TableSize } from '#features/platform/maintenance/api.ts'
import { copiesChore, copiesIn, copyNotice } from '#features/platform/maintenance/copies.server.ts'
import { heaps } from '#features/platform/maintenance/maintenance.ts'
import { machinery } from '#features/platform/maintenance/tables.ts'
import type { Keeper, ChoreStatus } from '#server/house.ts'
import { doneAnswer, type AnyOperation, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Routes for administrators: the chores of the system, their results, and the size of its data. */
const maintenanceRoutes = (keeper: Keeper, resources: readonly AnyResource[]): readonly AnyOperation[] => [
  serve(readMaintenance, async ctx => {
    const standing = await keeper.standing(ctx.sql)
    const people = await namesOf(
      ctx.sql,
      standing.flatMap(({ asked_by }) => asked_by ?? []),
    )
    const { rows } = await sql<{ id: string; size: number }>`
        select coalesce((select value from installation where key = 'id'), '') as id,
          pg_database_size(current_database())::float8 as size`.execute(ctx.sql)
    return {
      data: {
        installation: rows[0]?.id ?? '',
        database_bytes: rows[0]?.size ?? 0,
        chores: keeper.chores.flatMap(({ name, title, about, every }) => {
          const row = standing.find(each => each.name === name)
          return row ? [{ ...row, title, about, every, asked_by: people.get(row.asked_by ?? 0) ?? null }] : []
        }),
        copies: copiesIn(
          ctx.config,
          standing.find(({ name }) => name === copiesChore.name),
          new Date(),
        ),
        tables: await sizesOf(ctx.sql, resources),
        folder: folderOf(standing.find(({ name }) => name === 'pasta')),
      },
    }
  }),
  serve(runChore, async (ctx, { chore }) => {
    const { id, title, begin } = await keeper.ask(ctx.sql, chore, ctx.user.id)
    await sql`
        insert into audit_events (request_id, user_id, token_id, event, resource, row_id, changes)
        values (${ctx.request.id}, ${ctx.user.id}, ${ctx.user.token?.id ?? null}::bigint, 'manutencao.executar', 'chores', ${id}, '{}'::json)`.execute(
      ctx.sql,
    )
    ctx.after(async () => begin())
    return doneAnswer(200, `${title}: em andamento.`, {})
  }),
]

async function namesOf(db: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Tables, the largest first, with what grows beside each: indexes, and long values. */
async function sizesOf(db: Sql, resources: readonly AnyResource[]): Promise<readonly TableSize[]> {
  const { rows } = await sql<Omit<TableSize, 'title'>>`
    select case n.nspname when current_schema() then c.relname else n.nspname || '.' || c.relname end as name, case when c.reltuples >= 0 then c.reltuples::float8 end as rows,
      pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (current_schema(), 'pgboss') order by 3 desc, 1`.execute(db)
  // Where two sections share a table, the first names it.
  const names = new Map(resources.toReversed().map(each => [tableOf(each), capital(each.text.many)]))
  const linesOf = (name: string) => {
    if (name.startsWith('pgboss.')) return 'Fila de trabalhos'
    const parent = resources.find(each => name.startsWith(`${tableOf(each)}_`))
    return parent ? `${capital(parent.text.many)}: linhas` : null
  }
  const titleOf = (name: string) => names.get(name) ?? machinery[name] ?? linesOf(name)
  return rows.map(row => ({ ...row, title: titleOf(row.name) }))
}

function folderOf(counted: ChoreStatus | undefined) {
  const { figures, succeeded_at } = counted ?? {}
  if (!figures || !succeeded_at) return null
  const all = Object.keys(heaps).map((name): Heap => ({
    name,
    files: figures[name] ?? 0,
    bytes: figures[`${name.replace(/s$/, '')}Bytes`] ?? null,
  }))
  return { at: succeeded_at, heaps: all }
}

export const maintenanceOnServer = (keeper: () => Keeper): ServerFeature => ({
  chores: [copiesChore],
  notices: [copyNotice],
  operations: () => maintenanceRoutes(keeper(), features),
})
