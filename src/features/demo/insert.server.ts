import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

type Columns = Readonly<Record<string, string>>
type Row<C extends Columns> = { readonly [K in keyof C]: string | number | boolean | null }

const batch = 1_000

/**
 * Inserts rows a thousand at a time and answers their ids in the same order. `columns` names each column's PostgreSQL type:
 * `{ name: 'text', client_id: 'bigint' }`.
 */
export async function insert<const C extends Columns>(
  db: Sql,
  table: string,
  columns: C,
  rows: readonly Row<C>[],
): Promise<readonly number[]> {
  const names = ['uuid', ...Object.keys(columns)]
  const into = sql.join(names.map(name => sql.ref(name)))
  const types = sql.raw(['uuid uuid', ...Object.entries(columns).map(([name, type]) => `${name} ${type}`)].join(', '))
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += batch) {
    const given = rows.slice(at, at + batch).map(row => ({ row, uuid: randomUUID() }))
    const { rows: made } = await sql<{ id: number; uuid: string }>`
      insert into ${sql.table(table)} (${into})
      select ${into} from jsonb_to_recordset(${JSON.stringify(given.map(({ row, uuid }) => ({ ...row, uuid })))}::jsonb) as r(${types})
      returning id, uuid`.execute(db)
    const idOf = new Map<string, number>(made.map(({ id, uuid }) => [uuid, id]))
    ids.push(...given.map(({ uuid }) => found(idOf, uuid)))
  }
  return ids
}

/** What must be there; throws naming what is not. */
export function found<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`Demonstration data refers to “${String(key)}”, which does not exist`)
  return value
}
