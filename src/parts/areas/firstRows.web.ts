import { useQueries } from '@tanstack/react-query'
import { isStaff } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { AnyResource, Stamps } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { seenBy } from '#web/form/draft.ts'
import { useUser } from '#web/session/store.ts'
import { shownColumns } from '#web/table/columns.ts'
import { competence, shownOf, type Shown } from '#web/table/shown.tsx'
import { declaredTaste } from '#web/table/taste.ts'

export type FirstRow = Stamps & Readonly<Record<string, unknown>>
export type FirstRows = Page<FirstRow>

/** An overview shows so many rows of an area. */
const shownRows = 5
const shownFacts = 2

/** What an overview says of a row: what it is called, then a state, a day and an amount. */
export interface OverviewColumns {
  readonly name: Shown | undefined
  readonly facts: readonly Shown[]
}

interface CountedArea {
  readonly resource: AnyResource
  readonly by?: string
  readonly sort?: string
  readonly among?: Readonly<Record<string, string>>
  readonly called?: string
}

/** Of the columns of a list those that an overview has room for. */
export function overviewColumns(
  resource: AnyResource,
  { by, called }: Pick<CountedArea, 'by' | 'called'>,
  outside: boolean,
): OverviewColumns {
  const [first = '', ...others] = shownColumns(resource, declaredTaste, outside)
  const names = called === undefined ? [first, ...others] : [called, ...others.filter(name => name !== called)]
  const [name, ...rest] = shownOf(
    resource,
    names.filter(each => each !== by),
  ).toSorted((a, b) => Number(b === competence) - Number(a === competence))
  const kindOf = (column: Shown) => resource.fields[column.name]?.kind
  const isState = (column: Shown) =>
    kindOf(column) === 'choice' || resource.fields[column.name]?.options.tones !== undefined
  const isWhen = (column: Shown) => ['date', 'instant'].includes(kindOf(column) ?? '')
  const telling = [rest.find(isState), rest.find(isWhen), rest.find(column => kindOf(column) === 'money')]
  const chosen = telling.filter(each => each !== undefined)
  return { name, facts: [...new Set([...chosen, ...rest])].slice(0, Math.max(shownFacts, chosen.length)) }
}

/** The first rows of each area with their total, one request each; only the total where there is no overview. */
export function useFirstRows(areas: readonly CountedArea[], id: number, overview: boolean) {
  const user = useUser()
  return useQueries({
    queries: areas.map(({ resource, by = '', sort, among, called }) => {
      const { name, facts } = overviewColumns(seenBy(user, resource), { by, ...(called && { called }) }, !isStaff(user))
      const columns = [name, ...facts].flatMap(each => each?.name.split(',') ?? []).join(',')
      const query = {
        [`filter[${by}_id]`]: id,
        ...among,
        ...(overview ? { per_page: shownRows, columns, ...(sort !== undefined && { sort }) } : { per_page: 1 }),
      }
      return {
        queryKey: [resource.path, 'first rows', query],
        enabled: by !== '',
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          api.get<FirstRows>(`/${resource.path}`, { query, signal, quiet: true }),
      }
    }),
  })
}
