import { can, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { team } from '#features/people/team/team.ts'
import type { Calling } from '#features/support/tickets/ticket/suggest.ts'
import { textModules } from '#features/support/tickets/ticket/tickets.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import styles from '#features/support/tickets/conversation/composer.module.css'

/** What may be put in the place of a call. */
export interface Suggestion {
  readonly id: number
  readonly name: string
  readonly about: string
}
/** Those that fit what is being called for; none while nothing is. */
export function useSuggestions(calling: Calling | null): readonly Suggestion[] {
  const user = useUser()
  const query = { search: calling?.words ?? '', active: 'true', per_page: 25 }
  const ofPeople = useAnswer(
    callsOf(team).list,
    { query: { ...query, columns: 'name,email' } },
    { enabled: calling?.of === 'person' && can(user, permission(team, 'index')), staleTime: 30_000 },
  )
  const ofTexts = useAnswer(
    callsOf(textModules).list,
    { query: { ...query, columns: 'name,shortcut' } },
    { enabled: calling?.of === 'text' && can(user, permission(textModules, 'index')), staleTime: 30_000 },
  )
  if (!calling) return []
  const found =
    calling.of === 'person'
      ? ofPeople.data?.data.map(({ id, name, email }) => ({ id, name, about: email }))
      : ofTexts.data?.data.map(({ id, name, shortcut }) => ({ id, name, about: shortcut ? `::${shortcut}` : '' }))
  return (found ?? []).slice(0, 6)
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
