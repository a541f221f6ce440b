import { sql } from 'kysely'
import type { Meta } from '#kernel/meta.ts'
import type { MappedValue } from '#parts/custom-field/custom-field.ts'
import type { IntegrationKey } from '#parts/integration/integration.ts'
import type { Sql } from '#server/operation.ts'

/** Answers the name a field has in an integration; undefined where it does not go there. */
export type GoalOf = (meta: Meta) => string | undefined

/** Reads to which names of an integration these fields go. */
export async function readGoals(db: Sql, integration: IntegrationKey, metas: readonly Meta[]): Promise<GoalOf> {
  const ids = metas.flatMap(({ id }) => id ?? [])
  if (!ids.length) return () => undefined
  const { rows } = await sql<{ meta: number; value: string }>`
    select m.meta_id::float8 as meta, m.value from integration_meta m join integrations i on i.id = m.integration_id
    where i.key = ${integration} and m.meta_id = any(${ids}::bigint[])`.execute(db)
  const goals = new Map(rows.map(({ meta, value }) => [meta, value]))
  return ({ id }) => (id === undefined ? undefined : goals.get(id))
}

/**
 * A client's field goes where it is mapped itself, else where the field of the same key in one of its particularities goes: fields of clients
 * are copies, and what is mapped once in a particularity holds for every client that has it.
 */
export const goalsWithDefined =
  (goalOf: GoalOf, defined: readonly Meta[]): GoalOf =>
  meta =>
    goalOf(meta) ??
    defined
      .filter(each => each.key === meta.key)
      .map(goalOf)
      .find(Boolean)

/** Fields of the particularities of a client, in their order: active ones alone. */
export async function readDefined(db: Sql, client: number): Promise<readonly (readonly Meta[])[]> {
  const { rows } = await sql<{ fields: readonly Meta[] }>`
    select p.metas_only_father as fields from clients_particularities l
    join particularities p on p.id = l.particularity_id and p.active and p.deleted_at is null
    where l.parent_id = ${client} order by l.position`.execute(db)
  return rows.map(({ fields }) => fields)
}

/** The filled fields that go to an integration, with their values as `wordsOf` writes them. */
export const mappedAmong = (
  metas: readonly Meta[],
  goalOf: GoalOf,
  wordsOf: (meta: Meta) => string,
): readonly MappedValue[] =>
  metas.flatMap(meta => {
    const [key, value] = [goalOf(meta), wordsOf(meta)]
    return key && value ? [{ label: meta.extras.label, key, value }] : []
  })
