import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { count, join } from '#kernel/text.ts'
import { responsibleSql } from '#parts/person/person.server.ts'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/**
 * A feature declares work that people answer for: rows of a section that may name a person and, where the client's person
 * answers otherwise, have `client_id`. All SQL is over the alias `t`.
 */
export interface OfficeDuty {
  readonly of: AnyResource
  /** This column names the person responsible for the row. */
  readonly by: string
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
    /** The day is computed from these columns. */
    readonly columns: readonly string[]
    /** A day, 'AAAA-MM-DD'. */
    readonly day: (row: Readonly<Record<string, unknown>>) => string | null
  }
}

/** The id of who answers for a row of this work. */
export const answeringSql = ({ by, follows }: OfficeDuty) => sql.raw(follows ? responsibleSql('t', by) : `t.${by}`)

/**
 * The open work a person answers for, and whose substitute they are or will be, as text; null where there is none. It ignores
 * the caller's visibility, so that no work is lost because the caller cannot see it.
 */
export async function workloadInWords(db: Sql, burdens: readonly OfficeDuty[], person: number): Promise<string | null> {
  const said: string[] = []
  for (const burden of burdens) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(tableOf(burden.of))} t
      where t.deleted_at is null and ${burden.open} and ${answeringSql(burden)} = ${person}`.execute(db)
    if (rows[0]?.n) said.push(count(rows[0].n, burden.of.text))
  }
  const { rows } = await sql<{ name: string }>`
    select p.name from absences a join users p on p.id = a.person_id
    where a.stand_in_id = ${person} and a.until >= ${dayIn(new Date()).day}::date and a.deleted_at is null and a.active
    order by a.since limit 1`.execute(db)
  if (rows[0]) said.push(`pelo trabalho de ${rows[0].name}, em cujo lugar fica`)
  return join(said) || null
}
