import { Button, Checkbox, Drawer, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { isLocked, type AnyResource } from '#kernel/resource.ts'
import { messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { queryKeyOf, sendCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { historyOf, type RowEvent } from '#web/screens/row-history.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { ReasonText } from '#web/ui/ReasonText.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#web/screens/history.module.css'

interface Props {
  readonly resource: AnyResource
  readonly read: ReadRow
  readonly onClose: () => void
}

/** Who changed what of a record, and when; what was there before can be put back. */
export default function History({ resource, read: { row, version }, onClose }: Props) {
  const user = useUser()
  const call = historyOf(resource)
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...queryKeyOf(call), row.uuid, version],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      sendCall(call, { id: row.uuid, query: { page } }, { signal, quiet: true }),
    getNextPageParam: (last, pages) => (last.more ? pages.length + 1 : undefined),
  })
  const mends = row.active && !isLocked(resource, row, user) && can(user, permission(resource, 'restaurar'))
  const events = data?.pages.flatMap(page => page.data) ?? []
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title="Histórico"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={6} />
      {data && events.length === 0 && <p className="meta">Nada foi registrado sobre este registro.</p>}
      <List of="ol" className={styles.events}>
        {events.map(event => (
          <li key={event.id}>
            <One resource={resource} row={row} version={version} event={event} mends={mends} />
          </li>
        ))}
      </List>
      {hasNextPage && (
        <Button variant="default" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Ver mais antigos
        </Button>
      )}
    </Drawer>
  )
}

interface OneProps extends Pick<ReadRow, 'row' | 'version'> {
  readonly resource: AnyResource
  readonly event: RowEvent
  readonly mends: boolean
}
function One({ resource, row, version, event, mends }: OneProps) {
  const [chosen, choose] = useState<readonly string[]>([])
  // What a new row came with was nothing before: there is nothing to go back to.
  const may = mends && event.changes.some(({ restorable }) => restorable) && event.event !== 'Registro criado'
  return (
    <>
      <header>
        <strong>{event.event}</strong>
        <span className="meta">
          {event.author ?? 'Sistema'}, <time dateTime={event.at}>{fullTime(event.at)}</time>
        </span>
      </header>
      {event.reason && (
        <p className={styles.reason}>
          “<ReasonText of={event.reason} />”
        </p>
      )}
      <dl>
        {event.changes.map(({ field, label, before, after, restorable }) => (
          <div key={field}>
            <dt>
              {may && restorable ? (
                <Checkbox
                  size="xs"
                  label={label}
                  checked={chosen.includes(field)}
                  onChange={() =>
                    choose(chosen.includes(field) ? chosen.filter(each => each !== field) : [...chosen, field])
                  }
                />
              ) : (
                label
              )}
            </dt>
            <dd>
              {before !== null && <del>{before}</del>} {after !== null ? <ins>{after}</ins> : <em>ficou vazio</em>}
            </dd>
          </div>
        ))}
      </dl>
      {chosen.length > 0 && (
        <Restore
          url={`/${resource.path}/${row.uuid}/restaurar`}
          path={resource.path}
          body={{ event: event.id, fields: chosen }}
          version={version}
          onDone={() => choose([])}
        />
      )}
    </>
  )
}

interface RestoreProps {
  readonly url: string
  readonly path: string
  readonly body: object
  readonly version: string | null
  readonly onDone: () => void
}
function Restore({ url, path, body, version, onDone }: RestoreProps) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  async function restore() {
    setBusy(true)
    refuse(null)
    try {
      const { message } = await api.put<{ message: string }>(url, body, { version, quiet: true, reason })
      toast(message)
      await queries.invalidateQueries({ queryKey: [path] })
      onDone()
    } catch (error) {
      refuse(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.restore}>
      <TextInput
        label="Motivo (opcional)"
        maxLength={200}
        value={reason}
        error={refusal}
        onChange={e => setReason(e.currentTarget.value)}
      />
      <BusyButton busy={busy} doing="Restaurando…" onClick={() => void restore()}>
        Restaurar o que estava antes
      </BusyButton>
    </div>
  )
}
