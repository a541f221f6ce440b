import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { can, permission } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import type { Page } from '#kernel/page.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import { api } from '#web/api.ts'
import { reasonOf } from '#web/api-error.ts'
import { Input } from '#web/kinds/Input.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from '#parts/areas/thread.module.css'

interface ThreadMessage {
  readonly id: number
  readonly uuid: string
  readonly content: string
  readonly user: unknown
  readonly created_at: string
  readonly [more: string]: unknown
}
interface Props {
  /** Its rows have `content` and `user`, and refer to the record by `by`. */
  readonly resource: AnyResource
  readonly by: string
  readonly id: number
  /** May the reader write here now? */
  readonly open: boolean
  readonly empty: string
  /** The date field of a message, where it may be about another day than that of its writing. */
  readonly dated?: string
}

/** Shows messages about a record, the oldest first, and a form to write one. */
export function Thread({ resource, by, id, open, empty, dated }: Props) {
  const [now] = useState(() => Date.now())
  const query = { [`filter[${by}_id]`]: id, sort: `${dated ?? 'created_at'},id`, pagination: 'false' }
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
                <Told said={said} now={now} dated={dated} />
                {open && <Correct resource={resource} said={said} />}
              </header>
              <p className={styles.said}>{said.content}</p>
            </Card>
          </li>
        ))}
      </ol>
      {open && <Say resource={resource} by={by} id={id} dated={dated} />}
    </section>
  )
}

/** Shows when a message was written, after the day it is about where it has one. */
function Told({
  said,
  now,
  dated,
}: {
  readonly said: ThreadMessage
  readonly now: number
  readonly dated?: string | undefined
}) {
  const day = dated === undefined ? undefined : said[dated]
  const written = `${dated === undefined ? '' : 'escrita '}${ago(said.created_at, now)}`
  return (
    <>
      {typeof day === 'string' && <time dateTime={day}>{showDate(day)}</time>}
      <time className="meta" dateTime={said.created_at} title={fullTime(said.created_at)}>
        {written}
      </time>
    </>
  )
}

/** What somebody wrote is theirs to correct. */
function Correct({ resource, said }: { readonly resource: AnyResource; readonly said: ThreadMessage }) {
  const user = useUser()
  const isTheirs = isRecord(said.user) && said.user.id === user.id
  if (!isTheirs || !can(user, permission(resource, 'update'))) return null
  return (
    <Link className="meta" to={`/${resource.path}/${said.uuid}`}>
      Corrigir
    </Link>
  )
}

function Say({
  resource,
  by,
  id,
  dated,
}: Pick<Props, 'resource' | 'by' | 'id'> & { readonly dated: string | undefined }) {
  const queries = useQueryClient()
  const [content, setContent] = useState('')
  const [day, setDay] = useState<unknown>(() => dayIn(new Date()).day)
  const [refusal, refuse] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = dated === undefined ? undefined : resource.fields[dated]
  useConfirmLeave(content.trim() !== '')
  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (!content.trim() || busy) return
    setBusy(true)
    refuse(null)
    try {
      await api.post(
        `/${resource.path}`,
        { [`${by}_id`]: id, content, ...(dated !== undefined && { [dated]: day }) },
        { quiet: true },
      )
      setContent('')
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
      {field && <Input name={dated ?? ''} field={field} value={day} onChange={setDay} />}
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
