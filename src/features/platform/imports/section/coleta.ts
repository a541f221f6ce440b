import { required } from '#kernel/schema.ts'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { requiredFields } from '#features/regulatory/anatel/layouts.ts'
import {
  judgeGiven,
  refusedEach,
  closed,
  standing,
  valuesIn,
  type Decision,
  type Existing,
  type GivenRow,
  type RowValues,
} from '#features/platform/imports/section/decide.ts'
import type { FieldChange, Mode, ImportProblem, ImportSection } from '#features/platform/imports/section/section.ts'

const kinds = ['client_type', 'attendance_type', 'attendance_middle', 'product_type', 'technology_type'] as const
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Accesses by the key of a record in Anatel's file. */
type AccessRecords = ReadonlyMap<
  string,
  { readonly city_id: number; readonly line: RowValues; readonly amount: number }
>

function recordsOf(lines: readonly (readonly [city: number, line: RowValues])[]): AccessRecords {
  const found = new Map<string, { city_id: number; line: RowValues; amount: number }>()
  for (const [city_id, line] of lines) {
    const key = [city_id, ...kinds.map(kind => line[`${kind}_id`]), line.speed].join('/')
    const amount = numberOf(line.amount) + (found.get(key)?.amount ?? 0)
    found.set(key, { city_id, line: { ...line, amount }, amount })
  }
  return found
}

const inFile = (rows: readonly GivenRow[]) =>
  recordsOf(
    rows.map(row => [
      numberOf(row.city?.value),
      {
        ...Object.fromEntries(kinds.map(kind => [`${kind}_id`, row[kind]?.value])),
        speed: row.speed?.value,
        amount: row.amount?.value,
      },
    ]),
  )
const inColeta = (existing: Existing | null) =>
  recordsOf(
    valuesIn(existing?.locations).flatMap(place =>
      valuesIn(place.accesses_ordered)
        .filter(isCounted)
        .map((line): [number, RowValues] => [numberOf(place.city_id), line]),
    ),
  )

const sum = (records: AccessRecords) => [...records.values()].reduce((all, { amount }) => all + amount, 0)
const citiesOf = (records: AccessRecords) => [...new Set([...records.values()].map(({ city_id }) => city_id))]

/** A coleta is validated by its rows and these. `outside`: a client user sends it; `service`: Anatel's code, if known. */
export interface ColetaContext {
  readonly mode: Mode
  readonly outside: boolean
  readonly service?: string | null | undefined
}

/** What is wrong with a row: by the declaration, and by the layout of its service and month, which asks for more. */
export function accessProblems(
  section: ImportSection,
  row: GivenRow,
  { outside, service }: ColetaContext,
): readonly ImportProblem[] {
  const problems = judgeGiven(section, row, { outside })
  if (service === undefined) return problems
  const asked = requiredFields(service, { year: numberOf(row.year?.value), month: numberOf(row.month?.value) })
  const missing = asked.filter(key => !row[key] && !problems.some(({ column }) => column === key))
  return [
    ...problems,
    ...missing.map((column): ImportProblem => ({ column, value: '', rule: 'vazio', message: required })),
  ]
}

/**
 * The rows of one fistel and month as the accesses of its coleta, equal ones summed, beside what is `wrong` with each. They take the place of what the coleta
 * holds, as the provider's own file would.
 */
export function decideColeta(
  section: ImportSection,
  rows: readonly GivenRow[],
  existing: Existing | null,
  { mode }: ColetaContext,
  wrong: readonly (readonly ImportProblem[])[],
): Decision {
  const stands = standing(section.of, mode, existing, 'fistel, ano e mês')
  if (stands) return stands
  if (wrong.some(({ length }) => length > 0)) return refusedEach(wrong)
  const [records, held] = [inFile(rows), inColeta(existing)]
  const same = records.size === held.size && [...records].every(([key, { amount }]) => held.get(key)?.amount === amount)
  if (existing && same) return { verdict: 'igual', problems: [], changes: [], draft: {} }
  const closing = existing && closed(section.of, existing)
  if (closing) return closing
  const locations = citiesOf(records).map(city_id => ({
    city_id,
    accesses_ordered: [...records.values()].flatMap(each => (each.city_id === city_id ? [each.line] : [])),
  }))
  const [first = {}] = rows
  const subject = {
    client_id: first.client?.value,
    fistel_id: first.fistel?.value,
    year: first.year?.value,
    month: first.month?.value,
  }
  const told: readonly (readonly [string, (of: AccessRecords) => number])[] = [
    ['Acessos', sum],
    ['Municípios', of => citiesOf(of).length],
    ['Registros', of => of.size],
  ]
  return {
    verdict: existing ? 'atualizar' : 'criar',
    problems: [],
    changes: told.map(([label, count]): FieldChange => [
      label,
      existing ? String(count(held)) : '',
      String(count(records)),
    ]),
    draft: existing ? { locations } : { ...subject, locations },
  }
}
