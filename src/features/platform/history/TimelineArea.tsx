import { Button, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { ref } from '#kernel/field.ts'
import { users } from '#features/people/users/users.ts'
import { readTimeline } from '#features/platform/history/api.ts'
import { EventRow } from '#features/platform/history/EventRow.tsx'
import { useAnswerPages } from '#parts/paging/useAnswerPages.web.ts'
import { useAnswer } from '#web/call.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
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
  const [now] = useState(() => Date.now())
  const [kind, narrow] = useState<string | null>(null)
  const [who, choose] = useState<unknown>(null)
  const query = { ...(kind !== null && { kind }), ...(typeof who === 'number' && { user_id: who }) }
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAnswerPages(
    readTimeline,
    before => ({ id: client.uuid, query: { ...query, ...(before !== undefined && { before }) } }),
    ({ next }) => next,
  )
  const [kinds, know] = useState<readonly { readonly path: string; readonly label: string }[]>([])
  const read = data?.pages[0]?.kinds
  if (read && !kinds.length) know(read)
  const events = data?.pages.flatMap(page => page.data) ?? []
  return (
    <>
      <search className={styles.filters}>
        <Select
          label="O quê"
          placeholder="Tudo"
          data={kinds.map(({ path, label }) => ({ value: path, label }))}
          searchable
          clearable
          value={kind}
          onChange={narrow}
        />
        {can(user, permission(users, 'index')) && (
          <RefInput name="user_id" field={person} base={{ label: person.label }} value={who} onChange={choose} />
        )}
      </search>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={8} height={28} />
      {data &&
        !events.length &&
        (kind === null && who === null ? (
          <EmptyState title="Nada registrado ainda" text="O que se faz neste cliente passa a aparecer aqui." />
        ) : (
          <EmptyState title="Nada encontrado" text="Nada foi registrado do que você escolheu." />
        ))}
      {events.length > 0 && (
        <List of="ol" boxed className={styles.events}>
          {events.map(event => (
            <EventRow key={event.id} event={event} now={now} />
          ))}
        </List>
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Ver mais antigos
        </Button>
      )}
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
