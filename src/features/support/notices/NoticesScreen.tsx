import { Button, Select, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { ownPath } from '#kernel/guard.ts'
import type { ListedOf } from '#kernel/resource.ts'
import styles from '#features/support/notices/notices.module.css'
import { readNoticeChoices } from '#parts/notice/api.ts'
import { notices } from '#parts/notice/notices.ts'
import { useBell, useMarkRead } from '#parts/notice/useBell.web.ts'
import { choiceParameter, shapedParameter, textParameter, useAddress } from '#web/route/search.ts'
import { useAnswer } from '#web/call.ts'
import { readToastTime } from '#web/constants.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

type OwnNotice = ListedOf<typeof notices>
const size = 25

const noticeParameters = {
  tipo: textParameter,
  lidos: choiceParameter(['', 'nao'], ''),
  pagina: { ...shapedParameter(/^[1-9]\d{0,5}$/), fallback: '1', isNumber: true },
}

/** What is listed is in the address: '?tipo=atribuicao&lidos=nao&pagina=2'. */
function useNarrowing() {
  const [{ tipo, lidos, pagina }, changeAddress] = useAddress(noticeParameters)
  const look = { kind: tipo || null, unreadOnly: lidos === 'nao', page: Number(pagina) }
  const narrow = (to: { kind?: string | null; unreadOnly?: boolean; page?: number }) => {
    const next = { ...look, page: 1, ...to }
    changeAddress({ tipo: next.kind ?? '', lidos: next.unreadOnly ? 'nao' : '', pagina: String(next.page) })
  }
  return { ...look, narrow }
}

/** Lists all notices of the user, of one kind or of all. */
export default function NoticesScreen() {
  const user = useUser()
  const mark = useMarkRead()
  const [now] = useState(() => Date.now())
  const { kind, unreadOnly, page, narrow } = useNarrowing()
  const choices = useAnswer(readNoticeChoices, {}).data?.data ?? []
  const left = useBell().data?.notices ?? 0
  const query = {
    page,
    per_page: size,
    ...(kind && { 'filter[kind]': kind }),
    ...(unreadOnly && { 'filter[read_at]': '' }),
  }
  const { data, error, isPending, refetch } = useAnswer(callsOf(notices).list, { query })
  async function markAll() {
    await mark('avisos')
    toast('Notificações marcadas como lidas', { time: readToastTime })
  }
  const labels = new Map(choices.map(({ name, label }) => [name, label]))
  return (
    <Page
      title="Avisos para você"
      actions={
        <>
          {left > 0 && (
            <Button variant="default" onClick={() => void markAll().catch(() => undefined)}>
              Marcar todos como lidos
            </Button>
          )}
          <Button component={Link} variant="default" to={ownPath(user)}>
            Escolher os avisos
          </Button>
        </>
      }
    >
      <div className={styles.narrow}>
        <Select
          aria-label="Tipo de aviso"
          placeholder="Todos os tipos"
          clearable
          data={choices.map(({ name, label }) => ({ value: name, label }))}
          value={kind}
          onChange={next => narrow({ kind: next })}
        />
        <Switch
          label="Só os não lidos"
          checked={unreadOnly}
          onChange={event => narrow({ unreadOnly: event.currentTarget.checked })}
        />
      </div>
      <Skeletons waiting={isPending} lines={8} height={44} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState
          title={kind || unreadOnly ? 'Nenhum aviso assim' : 'Nenhum aviso ainda'}
          text="Aqui fica o que chega a você: prazos, respostas, atribuições. O que já foi lido some depois de 90 dias."
        />
      )}
      {data && data.data.length > 0 && (
        <>
          <List boxed wrap>
            {data.data.map(row => (
              <Line
                key={row.uuid}
                row={row}
                label={labels.get(row.kind)}
                now={now}
                onRead={() => void mark('avisos', [row.uuid]).catch(() => undefined)}
              />
            ))}
          </List>
          <Pages page={page} size={size} total={data.total} onPage={next => narrow({ page: next })} />
        </>
      )}
    </Page>
  )
}

interface NoticeLineProps {
  readonly row: OwnNotice
  readonly label: string | undefined
  readonly now: number
  readonly onRead: () => void
}
function Line({ row: { title, path, times, read_at, updated_at }, label, now, onRead }: NoticeLineProps) {
  const isNew = read_at === null
  return (
    <li className={styles.line} data-unread={isNew}>
      <div>
        <Link to={path} onClick={() => isNew && onRead()}>
          {isNew && <span className="sr-only">Não lido: </span>}
          {title}
        </Link>
        <div className="meta">
          {[label, times > 1 && `${times} vezes`].filter(Boolean).join(' · ')}
          {label || times > 1 ? ' · ' : ''}
          <time dateTime={updated_at} title={fullTime(updated_at)}>
            {ago(updated_at, now)}
          </time>
        </div>
      </div>
      {isNew && (
        <Button variant="subtle" size="compact-sm" aria-label={`Marcar como lido: ${title}`} onClick={onRead}>
          Marcar como lido
        </Button>
      )}
    </li>
  )
}
