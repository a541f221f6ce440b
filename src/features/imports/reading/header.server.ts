import { sql } from 'kysely'
import { headerKey, mapHeader, type HeaderMapping } from '#features/imports/section/header.ts'
import type { ImportSection } from '#features/imports/section/section.ts'
import type { TableFacts } from '#parts/table/table.ts'
import type { Sql } from '#server/operation.ts'

/** What the columns of a file are, before anybody said so of this one, and by which its rows are known. */
export async function understood(
  db: Sql,
  section: ImportSection,
  header: readonly string[],
): Promise<{ readonly mapping: HeaderMapping; readonly match_by: string }> {
  const mapping = mapHeader(header, section.columns, await remembered(db, section, header))
  return { mapping, match_by: section.keys.find(key => mapping.includes(key)) ?? section.keys[0] ?? 'id' }
}

/** What people said each of these headers means, the last time they came. */
async function remembered(db: Sql, { of }: ImportSection, header: readonly string[]) {
  const { rows } = await sql<{ header: string; column: string | null }>`
    select header, "column" from import_mappings
    where section = ${of.path} and header = any(${header.map(headerKey)}::text[])`.execute(db)
  return Object.fromEntries(rows.map(row => [row.header, row.column]))
}

/** How a file was written; of imports made before its tabs could be chosen, only what was said of it. */
export type KeptFacts = TableFacts | readonly (readonly [string, string])[] | null
export const tabsOf = (facts: KeptFacts) => (facts && 'kind' in facts && facts.kind === 'xlsx' ? facts : null)
