import { sql } from 'kysely'
import type { Fields } from '#kernel/field.ts'
import { eachMeta, metasAt, sentMeta, metasForReader, type Meta } from '#kernel/meta.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { Sql } from '#server/operation.ts'

type MetaValues = Readonly<Record<string, unknown>>

const namesIn = (fields: Fields) => Object.keys(fields).filter(name => fields[name]?.kind === 'metas')

/** The name under which a row says to which houses the fields it has under another are mapped. */
export const housesOf = (name: string) => `${name}:houses`

/** The run-time fields of a row as they are answered. */
export function metasOf(resource: AnyResource, row: MetaValues & { readonly id: number }): MetaValues {
  const owner = { metable_type: tableOf(resource), metable_id: row.id }
  const told = (name: string) => [name, metasForReader(metasAt(row, name), owner, Object(row[housesOf(name)]))]
  return Object.fromEntries(
    namesIn(resource.fields)
      .filter(name => row[name] !== undefined)
      .map(told),
  )
}

/**
 * A draft whose run-time fields all have their numbers: those of the row keep theirs, and one that is not of the row, or is
 * named twice, is a new one.
 */
export async function numberMetas(db: Sql, fields: Fields, before: MetaValues, draft: MetaValues): Promise<MetaValues> {
  const touched = namesIn(fields).filter(name => draft[name] !== undefined)
  if (!touched.length) return draft
  const known = new Map(
    touched.flatMap(name => eachMeta(metasAt(before, name)).map(({ id, uuid }) => [id, uuid] as const)),
  )
  const many = touched.reduce((sum, name) => sum + eachMeta(metasAt(draft, name)).length, 0)
  const { rows: fresh } = await sql<{ id: number; uuid: string }>`
    select nextval('metas_id_seq') as id, gen_random_uuid() as uuid from generate_series(1, ${many}::integer)`.execute(
    db,
  )
  const number = (metas: readonly Meta[]): readonly object[] =>
    metas.map(meta => {
      const uuid = meta.id === undefined ? undefined : known.get(meta.id)
      if (meta.id !== undefined) known.delete(meta.id)
      const { fields: below = [], ...own } = sentMeta(meta, true)
      return { ...(uuid ? { id: meta.id, uuid } : fresh.pop()), ...own, fields: number(meta.fields ?? below) }
    })
  return { ...draft, ...Object.fromEntries(touched.map(name => [name, number(metasAt(draft, name))])) }
}
