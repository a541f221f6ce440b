import { sql } from 'kysely'
import * as z from 'zod'
import { doneJson, boolean, integer, list, maybe, shape, string, type JsonSchema } from '#kernel/json.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { heaps, type Heap, type TableSize } from '#features/maintenance/maintenance.ts'
import { machinery } from '#features/maintenance/tables.ts'
import type { Keeper, ChoreStanding } from '#server/chores/keeper.ts'
import { done, operation, type AnyOperation, type Sql } from '#server/operation.ts'

const common = { access: 'permission', staffOnly: true, scope: 'none' } as const
const bytes: JsonSchema = { type: 'number' }

/** For whoever looks after the system: what it does by itself and how that went, and how much there is of what. */
const maintenanceOperations = (keeper: Keeper, resources: readonly AnyResource[]): readonly AnyOperation[] => [
  operation({
    ...common,
    id: 'manutencao.index',
    summary: 'Ver as rotinas do sistema e o tamanho do que guarda',
    method: 'GET',
    url: '/api/v1/manutencao',
    rate: 'read',
    audit: null,
    answers: {
      200: shape({
        data: shape({
          installation: string,
          database_bytes: bytes,
          chores: list(
            shape({
              name: string,
              title: string,
              about: string,
              every: integer,
              running: boolean,
              next_at: string,
              started_at: maybe(string),
              succeeded_at: maybe(string),
              failed_at: maybe(string),
              error: maybe(string),
              said: maybe(string),
              asked_by: maybe(string),
            }),
          ),
          tables: list(shape({ name: string, title: maybe(string), rows: maybe(bytes), bytes })),
          folder: {
            ...shape({ at: string, heaps: list(shape({ name: string, files: integer, bytes: maybe(bytes) })) }),
            type: ['object', 'null'],
          },
        }),
      }),
    },
    handle: async ctx => {
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
          tables: await sizesOf(ctx.sql, resources),
          folder: folderOf(standing.find(({ name }) => name === 'pasta')),
        },
      }
    },
  }),
  operation<{ chore: string }>({
    ...common,
    id: 'manutencao.executar',
    summary: 'Executar agora uma rotina do sistema',
    method: 'PUT',
    url: '/api/v1/manutencao/:chore/executar',
    rate: 'write',
    audit: 'manutencao.executar',
    params: z.object({ chore: z.string().max(60) }),
    answers: { 200: doneJson(shape({})) },
    handle: async (ctx, { params }) => {
      const { id, title, begin } = await keeper.ask(ctx.sql, params.chore, ctx.user.id)
      await sql`
        insert into audit_events (request_id, user_id, event, resource, row_id, changes)
        values (${ctx.request.id}, ${ctx.user.id}, 'manutencao.executar', 'chores', ${id}, '{}'::json)`.execute(ctx.sql)
      ctx.after(async () => begin())
      return done(200, `${title}: em andamento.`, {})
    },
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
  // Where two sections share a table the first is told.
  const names = new Map(resources.toReversed().map(each => [tableOf(each), capital(each.text.many)]))
  const linesOf = (name: string) => {
    if (name.startsWith('pgboss.')) return 'Fila de trabalhos'
    const parent = resources.find(each => name.startsWith(`${tableOf(each)}_`))
    return parent ? `${capital(parent.text.many)}: linhas` : null
  }
  const titleOf = (name: string) => names.get(name) ?? machinery[name] ?? linesOf(name)
  return rows.map(row => ({ ...row, title: titleOf(row.name) }))
}

function folderOf(counted: ChoreStanding | undefined) {
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
  operations: () => maintenanceOperations(keeper(), features),
})
