import { sql } from 'kysely'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/sql.ts'

/**
 * Work that people answer for, as its feature hands it in: rows of a section that has `responsible_id` and, where another's person
 * stands for it while it names none, `client_id`. All SQL is over the alias `t`.
 */
export interface Burden {
  readonly of: AnyResource
  /** It is its client's person's while it names nobody itself. */
  readonly follows: boolean
  /** Rows still to be done. */
  readonly open: Part
  /** The id of the client a row is of. */
  readonly client: Part
  /** What a row is called in a list: 'Rádio Vale · nov/2026'. */
  readonly name: Part
  /** When it falls due; nothing, where it has no day. */
  readonly due?: {
    /** What tells the day, as columns of the section. */
    readonly columns: readonly string[]
    /** A day, 'AAAA-MM-DD'. */
    readonly day: (row: Readonly<Record<string, unknown>>) => string | null
  }
}

/** The id of who answers for a row of this work. */
export const answeringSql = ({ follows }: Burden) =>
  follows
    ? sql`coalesce(t.responsible_id, (select rc.responsible_id from clients rc where rc.id = t.client_id))`
    : sql`t.responsible_id`

/** How many rows still to be done each of these people answers for, whoever may see them; nothing of who answers for none. */
export async function countBurden(
  db: Sql,
  burden: Burden,
  people: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ person: number; n: number }>`
    select w.person, count(*)::int as n from (
      select ${answeringSql(burden)} as person from ${sql.table(tableOf(burden.of))} t where t.deleted_at is null and ${burden.open}) w
    where w.person = any(${people}::bigint[]) group by w.person`.execute(db)
  return new Map(rows.map(({ person, n }) => [person, n]))
}
