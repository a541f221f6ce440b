import { comparableText } from '#kernel/text.ts'
import { translationsOf, fits, sourcesIn, titlesOf, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { intakes, type Intake, type Remembered } from '#features/regulatory/intake/mappings.ts'
import { rememberedFor } from '#features/regulatory/intake/mappings.server.ts'
import { columnsGuessed, readOnlyIn } from '#features/platform/imports/section/header.ts'
import type { ImportSection } from '#features/platform/imports/section/section.ts'
import type { TableFacts, TextTable } from '#parts/table/table.ts'
import type { Ctx } from '#server/operation.ts'

/** Returns what the columns mean, as agreed for a similar file or guessed, and which one identifies rows. */
export async function understood(
  ctx: Ctx,
  section: ImportSection,
  table: Pick<TextTable, 'header' | 'records'>,
): Promise<{ readonly mapping: Mapping; readonly match_by: string }> {
  const before = await rememberedOf(ctx, section, table.header)
  const mapping = before ? grown(before, section, table.header) : guessed(section, table)
  return { mapping, match_by: section.keys.find(key => key in mapping.columns) ?? section.keys[0] ?? 'id' }
}

/** What was agreed to the last time a file with these columns came. */
export async function rememberedOf(ctx: Ctx, section: ImportSection, header: readonly string[]) {
  const known = await rememberedFor(ctx, { intake: intakeOf(section), client: null })
  return known.find(({ mapping }) => fits(mapping, header))
}
export const intakeOf = ({ of }: ImportSection): Intake => {
  const found = Object.keys(intakes).find((name): name is Intake => name === of.path)
  if (!found) throw new Error(`${of.path} takes no files in`)
  return found
}

/** As agreed, with what columns nobody has seen yet seem to be. */
function grown({ mapping, left }: Remembered, section: ImportSection, header: readonly string[]): Mapping {
  const { columns } = section
  const at = sourcesIn(mapping, header)
  const out = new Set(left.map(comparableText))
  const seen = titlesOf(header).flatMap((title, place) => (out.has(comparableText(title)) ? [place] : []))
  const taken = new Set([...readOnlyIn(section, header), ...seen, ...columns.map(({ key }) => at(key))])
  const free = columns.filter(({ key }) => !(key in mapping.columns))
  return { ...mapping, columns: { ...columnsGuessed(header, free, taken), ...mapping.columns } }
}

function guessed(section: ImportSection, { header, records }: Pick<TextTable, 'header' | 'records'>): Mapping {
  const { columns } = section
  const found = columnsGuessed(header, columns, readOnlyIn(section, header))
  const at = sourcesIn({ columns: found }, header)
  const first = Array.from(records.slice(0, 500), ({ cells }) => cells)
  const values = columns.flatMap(({ key, words }) =>
    words && at(key) >= 0
      ? translationsOf(key, first.map(cells => cells[at(key)]?.trim() ?? '').filter(Boolean), words, text =>
          Object.keys(words).some(word => comparableText(word) === comparableText(text)),
        )
      : [],
  )
  return { columns: found, values, kbps: false }
}

/** How a file was written; imports made before its tabs could be chosen have only a description. */
export type StoredFacts = TableFacts | readonly (readonly [string, string])[] | null
export const tabsOf = (facts: StoredFacts) => (facts && 'kind' in facts && facts.kind === 'xlsx' ? facts : null)
