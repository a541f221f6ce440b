import type { ColumnName } from '#features/collects/layouts.ts'
import { translated, translationKey, type Mapping } from '#features/collects/mapping.ts'
import type { placesOf } from '#features/collects/places.ts'
import { bare, type Lookups } from '#features/collects/scm-cells.ts'
import type { RawRow, RowCorrection } from '#features/collects/scm-check.ts'
import { spokenSpeed } from '#features/collects/spoken.ts'
import type { TextRecord } from '#parts/table/table.ts'

type Unclear = NonNullable<RawRow['unclear']>
type Places = ReturnType<typeof placesOf>

/** Reads records of a file with columns of its own as rows of the layout. */
export function mapperOf(
  mapping: Mapping,
  header: readonly string[],
  asked: readonly ColumnName[],
  lookups: Lookups,
  places: Places,
) {
  const names = header.map(bare)
  const at = (column: ColumnName) => {
    const source = mapping.columns[column]
    return source?.from === 'coluna' ? names.indexOf(bare(source.text)) : -1
  }
  const stateAt = at('UF')
  const said = new Map(mapping.values.map(({ column, from, to }) => [translationKey(column, from), to]))
  const own: Readonly<Partial<Record<ColumnName, string>>> = {
    CNPJ: lookups.cnpj,
    ANO: String(lookups.year),
    MES: String(lookups.month),
  }
  const read = asked.map(column => {
    const source = mapping.columns[column]
    const found = at(column)
    const fixed = source?.from === 'coleta' ? own[column] : source?.from === 'linha' ? '1' : source?.text
    return { column, written: (cells: readonly string[]) => (found < 0 ? (fixed ?? '') : (cells[found] ?? '')) }
  })

  return ({ line, cells }: TextRecord): RawRow => {
    if (cells.length > names.length && cells.slice(names.length).some(cell => cell.trim() !== ''))
      return { line, cells: {}, width: { found: cells.length, expected: names.length } }
    const row: Partial<Record<ColumnName, string>> = {}
    const told: RowCorrection[] = []
    const unclear: { -readonly [K in keyof Unclear]: Unclear[K] } = {}
    for (const { column, written } of read) {
      const text = written(cells)
      const to = translated.includes(column) ? said.get(translationKey(column, text)) : undefined
      row[column] = to ?? text
      const meant = (value: string, why: string) => {
        row[column] = value
        told.push({ column, from: text, to: value, why })
      }
      if (column === 'COD_IBGE' && text.trim() !== '' && !/^\d{6,7}$/.test((to ?? text).trim())) {
        const found = places(to ?? text, cells[stateAt])
        if ('code' in found) meant(found.code, found.name)
        else unclear[column] = { rule: 'place', said: found.said }
      }
      if (column === 'VELOCIDADE') {
        const mbps = spokenSpeed((to ?? text).trim(), mapping.kbps && to === undefined)
        if (mbps !== null) meant(mbps, /^\d+$/.test(text.trim()) ? 'de Kbps para Mbps' : 'lida em Mbps')
      }
    }
    return { line, cells: row, told, unclear }
  }
}

/** Distinct values of a column, the most frequent first, each with how many rows have it. */
export function distinct(
  records: readonly TextRecord[],
  at: number,
  most: number,
): readonly (readonly [string, number])[] {
  const seen = new Map<string, number>()
  for (const { cells } of records) {
    const text = cells[at]?.trim() ?? ''
    const count = seen.get(text)
    // A column with a value of its own in every row is not one to translate.
    if (text !== '' && (count !== undefined || seen.size < most * 5)) seen.set(text, (count ?? 0) + 1)
  }
  return [...seen].toSorted(([, one], [, other]) => other - one).slice(0, most)
}
