import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { TimelineEvent } from '#features/platform/history/api.ts'
import { EventRow } from '#features/platform/history/EventRow.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/platform/history/timeline.module.css'

interface EventPage {
  readonly data: readonly TimelineEvent[]
  /** Sections the reader may list, to narrow by. */
  readonly kinds: readonly { readonly path: string; readonly label: string }[]
}
interface EventPagesProps {
  /** What `useAnswerPages` answers. */
  readonly pages: {
    readonly data: { readonly pages: readonly EventPage[] } | undefined
    readonly error: unknown
    readonly isPending: boolean
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly refetch: () => Promise<unknown>
    readonly fetchNextPage: () => Promise<unknown>
  }
  /** What an empty list says where nothing narrows it. */
  readonly empty: string
  readonly isNarrowed: boolean
  /** Its author is whose page it is on. */
  readonly bare?: true
}

/** Lines of the history in sentences, the latest first, and the way to older ones. */
export function EventPages({ pages, empty, isNarrowed, bare }: EventPagesProps) {
  const [now] = useState(() => Date.now())
  const { data, error, isPending, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = pages
  const events = data?.pages.flatMap(page => page.data) ?? []
  return (
    <>
      {error !== null && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={8} height={28} />
      {data &&
        !events.length &&
        !hasNextPage &&
        (isNarrowed ? (
          <EmptyState title="Nada encontrado" text="Nada foi registrado do que você escolheu." />
        ) : (
          <EmptyState title="Nada registrado ainda" text={empty} />
        ))}
      {events.length > 0 && (
        <List of="ol" boxed className={styles.events}>
          {events.map(event => (
            <EventRow key={event.id} event={event} now={now} {...(bare && { bare })} />
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

interface KindFilterProps {
  readonly pages: EventPagesProps['pages']
  readonly value: string | null
  readonly onChange: (kind: string | null) => void
}
/** Narrows lines of the history to a section; what there is to choose from remains while another answer is on its way. */
export function KindFilter({ pages, value, onChange }: KindFilterProps) {
  const [kinds, know] = useState<EventPage['kinds']>([])
  const read = pages.data?.pages[0]?.kinds
  if (read && !kinds.length) know(read)
  return (
    <Select
      label="O quê"
      placeholder="Tudo"
      data={kinds.map(({ path, label }) => ({ value: path, label }))}
      searchable
      clearable
      value={value}
      onChange={onChange}
    />
  )
}
