import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Field, Fields } from '#kernel/field.ts'
import { keyOf, tableOf, titleOf, type AnyResource, type Stamps, type StoredOf } from '#kernel/resource.ts'
import { slugOf } from '#kernel/text.ts'
import { draftLinesOf, saveLines } from '#server/lines.ts'
import type { Sql } from '#server/operation.ts'
import { columnTypes } from '#server/sql.ts'

/** A row as the declaration has it, and when it came. */
export type Sown<R extends AnyResource> = StoredOf<R> & Partial<Pick<Stamps, 'active' | 'created_at' | 'updated_at'>>

const batch = 1_000
const stamps = { active: 'boolean', created_at: 'timestamptz', updated_at: 'timestamptz' } as const

/** Writes rows of a section a thousand at a time, their lines with them, and answers their ids in the same order. */
export async function sow<R extends AnyResource>(db: Sql, of: R, rows: readonly Sown<R>[]): Promise<readonly number[]> {
  const columns: Readonly<Record<string, string>> = { ...columnsIn(of.fields), ...stamps, uuid: 'uuid' }
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch).map(row => completed(of, row))
    const names = Object.keys(columns).filter(name => some.some(row => row[name] !== undefined))
    const into = sql.join(names.map(name => sql.ref(name)))
    const types = sql.raw(names.map(name => `"${name}" ${columns[name]}`).join(', '))
    const { rows: made } = await sql<{ id: number; uuid: string }>`
      insert into ${sql.table(tableOf(of))} (${into})
      select ${into} from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r(${types})
      returning id, uuid`.execute(db)
    const idOf = new Map<unknown, number>(made.map(({ id, uuid }) => [uuid, id]))
    const added = some.map(({ uuid }) => requireEntry(idOf, uuid))
    await sowLines(db, of, some, added)
    ids.push(...added)
  }
  return ids
}

const columnsIn = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind, options }]) => kind !== 'many' && !options.derived && !options.owner)
      .map(([name, field]) => [keyOf(name, field), columnTypes[field.kind](field)]),
  )

type SownValues = Readonly<Record<string, unknown>>

/** A row with what it leaves out as the declaration has it. */
function completed(of: AnyResource, row: SownValues): SownValues {
  const blank = Object.entries(of.fields).flatMap(([name, { kind, options }]): [string, unknown][] =>
    options.default !== undefined ? [[name, options.default]] : kind === 'flag' ? [[name, false]] : [],
  )
  const slug = of.fields.slug && { slug: slugOf(String(row[titleOf(of)] ?? '')) }
  return { ...Object.fromEntries(blank), ...slug, ...row, uuid: randomUUID() }
}

async function sowLines(db: Sql, of: AnyResource, rows: readonly SownValues[], ids: readonly number[]) {
  const under = new Map<string, { field: Field; of: Parameters<typeof saveLines>[3][number][] }>()
  for (const [i, row] of rows.entries())
    for (const [name, { field, drafts }] of draftLinesOf(of.fields, row)) {
      const known = under.get(name) ?? { field, of: [] }
      under.set(name, known)
      if (drafts.length) known.of.push({ parent: ids[i] ?? 0, path: name, drafts })
    }
  for (const [name, { field, of: some }] of under) await saveLines(db, field, `${tableOf(of)}_${name}`, some)
}

/** What must be there; throws naming what is not. */
export function requireEntry<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`Demonstration data refers to “${String(key)}”, which does not exist`)
  return value
}
