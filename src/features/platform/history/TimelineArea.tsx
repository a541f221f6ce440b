import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { ref } from '#kernel/field.ts'
import { users } from '#features/people/users/users.ts'
import { readTimeline } from '#features/platform/history/api.ts'
import { EventPages, KindFilter } from '#features/platform/history/EventPages.tsx'
import { EventRow } from '#features/platform/history/EventRow.tsx'
import { useAnswerPages } from '#parts/paging/useAnswerPages.web.ts'
import { useAnswer } from '#web/call.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/history/timeline.module.css'

interface Props {
  readonly client: { readonly uuid: string }
}
const person = ref('users', 'Quem', { required: true })
// It changes with whatever hangs on the client: it is read at each visit.
const fresh = { staleTime: 0 } as const

/** What happened to a client and to everything of it, the latest first, by kind and by person. */
export default function TimelineArea({ client }: Props) {
  const user = useUser()
  const [kind, narrow] = useState<string | null>(null)
  const [who, choose] = useState<unknown>(null)
  const query = { ...(kind !== null && { kind }), ...(typeof who === 'number' && { user_id: who }) }
  const pages = useAnswerPages(
    readTimeline,
    before => ({ id: client.uuid, query: { ...query, ...(before !== undefined && { before }) } }),
    ({ next }) => next,
  )
  return (
    <>
      <search className={styles.filters}>
        <KindFilter pages={pages} value={kind} onChange={narrow} />
        {can(user, permission(users, 'index')) && (
          <RefInput name="user_id" field={person} base={{ label: person.label }} value={who} onChange={choose} />
        )}
      </search>
      <EventPages
        pages={pages}
        empty="O que se faz neste cliente passa a aparecer aqui."
        isNarrowed={Object.keys(query).length > 0}
      />
    </>
  )
}

/** The last that happened, beside everything else of a client. */
export function TimelineGlance({ client }: Props) {
  const [now] = useState(() => Date.now())
  const { data } = useAnswer(readTimeline, { id: client.uuid, query: { per_page: 5 } }, fresh)
  if (!data?.data.length) return null
  return (
    <Card title="Linha do tempo" beside={<Link to={`/clients/${client.uuid}?tab=linha-do-tempo`}>Ver tudo</Link>}>
      <List of="ol">
        {data.data.map(event => (
          <EventRow key={event.id} event={event} now={now} />
        ))}
      </List>
    </Card>
  )
}
