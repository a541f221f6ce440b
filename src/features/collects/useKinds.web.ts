import { useQueries } from '@tanstack/react-query'
import type { Page } from '#kernel/page.ts'
import { collects } from '#features/collects/collects.ts'
import type { Kind, Option, Options } from '#features/collects/grid/columns.ts'
import { kinds, type Line } from '#features/collects/lines.ts'
import { api } from '#web/api.ts'

const { locations } = collects.fields
const shape = locations.options.shape?.accesses?.options.shape ?? {}
export const fieldOf = (name: string) => shape[name]

/** What each column of the accesses may hold; empty until it is known. */
export const useKinds = (): Options => useQueries({ queries, combine })

const none: readonly Option[] = []
const queries = kinds.map(kind => {
  const path = shape[kind]?.options.to ?? ''
  return {
    queryKey: [path, 'all'],
    staleTime: 300_000,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api.get<Page<Option>>(`/${path}`, {
        query: { pagination: 'false', active: 'true', sort: 'name' },
        signal,
        quiet: true,
      }),
  }
})
/** One and the same function, for the answer to stay the same object while nothing came. */
function combine(found: readonly { readonly data?: Page<Option> | undefined }[]): Options {
  const at = (i: number) => found[i]?.data?.data ?? none
  return {
    client_type: at(0),
    attendance_type: at(1),
    attendance_middle: at(2),
    product_type: at(3),
    technology_type: at(4),
  }
}

/** The options with the line's own among them, though it was disabled since. */
export const withOwn = (options: readonly Option[], line: Line, kind: Kind): readonly Option[] => {
  const id = line[`${kind}_id`]
  const own = line[kind]
  if (typeof id !== 'number' || options.some(each => each.id === id)) return options
  const name = typeof own === 'object' && own !== null && 'name' in own ? String(own.name) : String(id)
  return [{ id, name }, ...options]
}
