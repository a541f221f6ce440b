import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Page } from '#kernel/page.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { reasonOf } from '#web/api-error.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from '#parts/areas/thread.module.css'

export interface ThreadMessage {
  readonly id: number
  readonly uuid: string
  readonly content: string
  readonly user: unknown
  readonly created_at: string
}
interface Props {
  /** What is said: its rows have `content` and `user`, and point to the record by `by`. */
  readonly resource: AnyResource
  readonly by: string
  readonly id: number
  /** May the reader write here now? */
  readonly open: boolean
  readonly empty: string
  /** What came along with each of what was said. */
  readonly under?: (said: ThreadMessage) => ReactNode
  /** What goes along with what is about to be said. */
  readonly along?: Along
}
export interface Along {
  readonly input: ReactNode
  /** May it be sent as it stands? */
  readonly fit: boolean
  readonly send: (said: ThreadMessage) => Promise<void>
}

/** What people said of a record, the oldest first, and a place to say more. */
export function Thread({ resource, by, id, open, empty, under, along }: Props) {
  const [now] = useState(() => Date.now())
  const query = { [`filter[${by}_id]`]: id, sort: 'created_at,id', pagination: 'false' }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource.path, 'thread', id],
    queryFn: ({ signal }) =>
      api.get<Pick<Page<ThreadMessage>, 'data'>>(`/${resource.path}`, { query, signal, quiet: true }),
  })
  return (
    <section className={styles.thread}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={4} />
      {data?.data.length === 0 && <p className="meta">{empty}</p>}
      <ol>
        {data?.data.map(said => (
          <li key={said.uuid}>
            <Card>
              <header>
                <strong>{nameOfRef(said.user) || 'Alguém'}</strong>
                <time className="meta" dateTime={said.created_at} title={fullTime(said.created_at)}>
                  {ago(said.created_at, now)}
                </time>
              </header>
              <p className={styles.said}>{said.content}</p>
              {under?.(said)}
            </Card>
          </li>
        ))}
      </ol>
      {open && <Say resource={resource} by={by} id={id} along={along} />}
    </section>
  )
}

function Say({
  resource,
  by,
  id,
  along,
}: Pick<Props, 'resource' | 'by' | 'id'> & { readonly along: Along | undefined }) {
  const queries = useQueryClient()
  const [content, setContent] = useState('')
  const [refusal, refuse] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useConfirmLeave(content.trim() !== '')
  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (!content.trim() || busy || along?.fit === false) return
    setBusy(true)
    refuse(null)
    try {
      const { data } = await api.post<{ data: ThreadMessage }>(
        `/${resource.path}`,
        { [`${by}_id`]: id, content },
        { quiet: true },
      )
      setContent('')
      await along?.send(data)
      await queries.invalidateQueries({ queryKey: [resource.path] })
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={event => void send(event)}>
      <Textarea
        label={`Nova ${resource.text.one}`}
        autosize
        minRows={2}
        maxRows={12}
        value={content}
        error={refusal}
        onChange={e => setContent(e.currentTarget.value)}
        onKeyDown={e => e.key === 'Enter' && (e.ctrlKey || e.metaKey) && void send()}
      />
      {along?.input}
      <BusyButton
        type="submit"
        busy={busy}
        doing="Enviando…"
        disabled={!content.trim() || along?.fit === false}
        aria-keyshortcuts="Control+Enter"
      >
        Enviar
      </BusyButton>
    </form>
  )
}
