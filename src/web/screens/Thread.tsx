import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Page } from '#kernel/page.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { fieldErrorsOf, flatten, messageOf } from '#web/api-error.ts'
import { nameOf } from '#web/kinds/Show.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import styles from '#web/screens/thread.module.css'

interface Said {
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
}

/** What people said of a record, the oldest first, and a place to say more. */
export function Thread({ resource, by, id, open, empty }: Props) {
  const [now] = useState(() => Date.now())
  const query = { [`filter[${by}_id]`]: id, sort: 'created_at,id', pagination: 'false' }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource.path, 'thread', id],
    queryFn: ({ signal }) => api.get<Pick<Page<Said>, 'data'>>(`/${resource.path}`, { query, signal, quiet: true }),
  })
  return (
    <section className={styles.thread}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={4} />
      {data?.data.length === 0 && <p className="meta">{empty}</p>}
      <ol>
        {data?.data.map(({ uuid, content, user, created_at }) => (
          <li key={uuid}>
            <header>
              <strong>{nameOf(user) || 'Alguém'}</strong>
              <time className="meta" dateTime={created_at} title={fullTime(created_at)}>
                {ago(created_at, now)}
              </time>
            </header>
            <p>{content}</p>
          </li>
        ))}
      </ol>
      {open && <Say resource={resource} by={by} id={id} />}
    </section>
  )
}

function Say({ resource, by, id }: Pick<Props, 'resource' | 'by' | 'id'>) {
  const queries = useQueryClient()
  const [content, setContent] = useState('')
  const [refusal, refuse] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useConfirmLeave(content.trim() !== '')
  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (!content.trim() || busy) return
    setBusy(true)
    refuse(null)
    try {
      await api.post(`/${resource.path}`, { [`${by}_id`]: id, content }, { quiet: true })
      setContent('')
      await queries.invalidateQueries({ queryKey: [resource.path] })
    } catch (error) {
      refuse(flatten(fieldErrorsOf(error)).join(' ') || messageOf(error))
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
      <BusyButton
        type="submit"
        busy={busy}
        doing="Enviando…"
        disabled={!content.trim()}
        aria-keyshortcuts="Control+Enter"
      >
        Enviar
      </BusyButton>
    </form>
  )
}
