import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { showInteger } from '#kernel/show.ts'
import { label, type Period } from '#parts/period/period.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { toSearch, type Search } from '#web/table/address.ts'
import styles from '#features/home/home.module.css'

interface Status {
  readonly id: number
  readonly slug: string
}
/** What stands beside one, and beside any other number. */
type Words = readonly [one: string, many: string]
interface HomeCounter {
  readonly path: string
  readonly words: Words
  /** After the words: of which month. */
  readonly of?: string
  /** The list it counts, and leads to; undefined while it is not known. */
  readonly search: Search | undefined
}

/** What of the month waits for somebody. */
const counted: Readonly<Record<string, Words>> = {
  'em-aberto': ['coleta em aberto', 'coletas em aberto'],
  'aguardando-cliente': ['aguardando o cliente', 'aguardando o cliente'],
  finalizado: ['pronta para enviar', 'prontas para enviar'],
  'com-erro': ['com erro na Anatel', 'com erro na Anatel'],
}
const standing: readonly HomeCounter[] = [
  { path: 'clients', words: ['cliente ativo', 'clientes ativos'], search: { active: 'true' } },
]

/** How much there is of what matters; each number leads to its list. */
export function MonthCounters({ period }: { readonly period: Period }) {
  const user = useUser()
  const sees = (path: string) => can(user, permission({ path }, 'index'))
  const { data: status } = useQuery({
    queryKey: ['statuses', 'Collect'],
    queryFn: ({ signal }) =>
      api.get<{ data: readonly Status[] }>('/statuses', { query: { model: 'Collect' }, quiet: true, signal }),
    staleTime: Infinity,
    enabled: sees('collects'),
  })
  const month: Search = { 'filter[year]': String(period.year), 'filter[month]': String(period.month) }
  const ofMonth = Object.entries(counted).flatMap(([slug, words]) => {
    const found = status?.data.find(each => each.slug === slug)
    if (status && !found) return []
    // Each has its place at once, and its number when its state is known.
    const search = found && { ...month, 'filter[status_id]': String(found.id) }
    return [{ path: 'collects', words, of: ` de ${label(period)}`, search }]
  })
  return (
    <ul className={styles.counters}>
      {[...ofMonth, ...standing]
        .filter(({ path }) => sees(path))
        .map(counter => (
          <Count key={counter.words[1]} {...counter} />
        ))}
    </ul>
  )
}

function Count({ path, words: [one, many], of = '', search }: HomeCounter) {
  const { data, isError } = useQuery({
    queryKey: [path, 'count', search],
    enabled: search !== undefined,
    queryFn: ({ signal }) =>
      api.get<Page<unknown>>(`/${path}`, { query: { ...search, per_page: 1 }, quiet: true, signal }),
  })
  return (
    <li>
      <Link to={`/${path}${toSearch(search ?? {})}`}>
        <span className="figure">{data ? showInteger(data.total) : isError ? '?' : '\u00a0'}</span>
        <span>{`${data?.total === 1 ? one : many}${of}`}</span>
      </Link>
    </li>
  )
}
