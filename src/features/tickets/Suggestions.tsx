import { useQuery } from '@tanstack/react-query'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { ListedOf } from '#kernel/resource.ts'
import type { Calling } from '#features/tickets/suggest.ts'
import { textModules } from '#features/tickets/tickets.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import styles from '#features/tickets/composer.module.css'

/** What may be put in the place of a call. */
export interface Suggestion {
  readonly id: number
  readonly name: string
  readonly about: string
}
type Offered = Pick<ListedOf<typeof textModules>, 'id' | 'name'> & {
  readonly shortcut?: string | null
  readonly email?: string
}

const sources = {
  person: { path: 'people', columns: 'name,email' },
  text: { path: textModules.path, columns: 'name,shortcut' },
} as const

/** Those that fit what is being called for; none while nothing is. */
export function useSuggestions(calling: Calling | null): readonly Suggestion[] {
  const user = useUser()
  const { path, columns } = sources[calling?.of ?? 'person']
  const words = calling?.words ?? ''
  const { data } = useQuery({
    queryKey: [path, 'suggested', words],
    enabled: calling !== null && can(user, permission({ path }, 'index')),
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api.get<Page<Offered>>(`/${path}`, {
        query: { search: words, active: 'true', per_page: 25, columns },
        signal,
        quiet: true,
      }),
  })
  if (!calling) return []
  return (data?.data ?? [])
    .slice(0, 6)
    .map(({ id, name, shortcut, email }) => ({ id, name, about: shortcut ? `::${shortcut}` : (email ?? '') }))
}

interface Props {
  readonly id: string
  readonly label: string
  readonly of: readonly Suggestion[]
  /** Which is taken by Enter. */
  readonly at: number
  readonly onPick: (suggestion: Suggestion) => void
}

export const SuggestionList = ({ id, label, of, at, onPick }: Props) => (
  <div className={styles.suggestions} id={id} role="listbox" aria-label={label}>
    {of.map((each, i) => (
      <div
        key={each.id}
        id={`${id}-${i}`}
        role="option"
        tabIndex={-1}
        aria-selected={i === at}
        onMouseDown={event => {
          // The caret stays where it is.
          event.preventDefault()
          onPick(each)
        }}
      >
        {each.name} <span className="meta">{each.about}</span>
      </div>
    ))}
  </div>
)
