import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { Page } from '#kernel/page.ts'
import {
  attendanceMiddles,
  attendanceTypes,
  clientTypes,
  productTypes,
  serviceTypes,
  technologyTypes,
} from '#features/lookups.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import {
  columnsFor,
  type GridColumn,
  type GridColumns,
  type KindOption,
  type KindOptions,
} from '#features/regulatory/collects/grid/columns.ts'
import { kinds } from '#features/regulatory/collects/coleta/lines.ts'
import type { FormLine } from '#parts/line/line.ts'
import { answerOptions, useAnswer } from '#web/call.ts'

const { locations } = collects.fields
const shape = locations.options.shape?.accesses_ordered?.options.shape ?? {}
export const fieldOf = (name: string) => shape[name]

/** The columns of a coleta's accesses, and what each may hold; null until its service is known. */
export function useColumns(row: Collect | undefined): GridColumns | null {
  const options = useQueries({ queries, combine })
  const { data: services, isPending } = useAnswer(callsOf(serviceTypes).list, everyService, { staleTime })
  const { service_type_id, year, month } = row ?? {}
  const term = services?.data.find(({ id }) => id === service_type_id)?.term ?? null
  return useMemo(
    () => (isPending || !year || !month ? null : columnsFor(term, { year, month }, options)),
    [isPending, term, year, month, options],
  )
}

/** Milliseconds. */
const staleTime = 300_000
/** Those that were disabled too: their coletas remain. */
const everyService = { query: { pagination: 'false' } } as const

const noOptions: readonly KindOption[] = []
const kindLists = {
  client_type: callsOf(clientTypes).list,
  attendance_type: callsOf(attendanceTypes).list,
  attendance_middle: callsOf(attendanceMiddles).list,
  product_type: callsOf(productTypes).list,
  technology_type: callsOf(technologyTypes).list,
}
const queries = kinds.map(kind =>
  answerOptions(kindLists[kind], { query: { pagination: 'false', active: 'true', sort: 'name' } }, { staleTime }),
)
/** One and the same function, for the answer to stay the same object while nothing came. */
function combine(found: readonly { readonly data?: Page<KindOption> | undefined }[]): KindOptions {
  const at = (i: number) => found[i]?.data?.data ?? noOptions
  return {
    client_type: at(0),
    attendance_type: at(1),
    attendance_middle: at(2),
    product_type: at(3),
    technology_type: at(4),
  }
}

/** The options with the line's own among them, though it was disabled since. */
export const withOwn = (
  options: readonly KindOption[],
  line: FormLine,
  { key, name: named }: GridColumn,
): readonly KindOption[] => {
  const id = line[key]
  const own = line[named]
  if (typeof id !== 'number' || options.some(each => each.id === id)) return options
  const name = typeof own === 'object' && own !== null && 'name' in own ? String(own.name) : String(id)
  return [{ id, name }, ...options]
}
