import { ActionIcon, Anchor, Tooltip } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import styles from '#features/support/informative/bell.module.css'
import { unread } from '#features/support/informative/news-bar.ts'
import type { BellAnswer } from '#parts/notice/api.ts'
import { notices } from '#parts/notice/notices.ts'
import { useMarkRead } from '#parts/notice/useBell.web.ts'
import { useAnswer } from '#web/call.ts'
import { bellHeight, readToastTime } from '#web/constants.ts'
import { plainText } from '#web/kinds/RichText.tsx'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

type BellSection = 'informativos' | 'avisos'
interface Props {
  readonly bell: UseQueryResult<BellAnswer>
  /** Somewhere else is shown from now on. */
  readonly onGo: () => void
}

/** The panel of the bell: the office's news, and the reader's own notices. */
export default function BellPanel({ bell, onGo }: Props) {
  const user = useUser()
  const mark = useMarkRead()
  const [now] = useState(() => Date.now())
  const { data } = bell
  const left = { informativos: data ? unread(data) : 0, avisos: data?.notices ?? 0 }
  const sections: readonly BellSection[] = [
    ...(can(user, 'informative.index') ? (['informativos'] as const) : []),
    ...(can(user, 'notices.index') ? (['avisos'] as const) : []),
  ]
  // One's own come first where they alone are new.
  const [chosen, choose] = useState<BellSection | null>(null)
  const begun = !left.informativos && left.avisos ? 'avisos' : 'informativos'
  const shown = sections.find(each => each === (chosen ?? begun)) ?? sections[0] ?? 'informativos'
  async function markAll() {
    await mark(shown)
    toast('Notificações marcadas como lidas', { time: readToastTime })
  }
  return (
    <>
      <div className={styles.head}>
        <h2>Notificações</h2>
        {left[shown] > 0 && (
          <Anchor component="button" type="button" onClick={() => void markAll().catch(onGo)}>
            Marcar todas como lidas
          </Anchor>
        )}
      </div>
      {sections.length > 1 && (
        <div className={styles.tabs} role="group" aria-label="O que mostrar">
          {sections.map(each => (
            <button key={each} type="button" aria-pressed={each === shown} onClick={() => choose(each)}>
              {names[each]}
              {left[each] > 0 && (
                <span>
                  {left[each]} <span className="sr-only">não lidas</span>
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      <div className={styles.list} style={{ maxHeight: bellHeight }}>
        {shown === 'informativos' ? (
          <News bell={bell} now={now} mark={mark} onGo={onGo} />
        ) : (
          <Own now={now} mark={mark} onGo={onGo} />
        )}
      </div>
      <div className={styles.foot}>
        <Link to={shown === 'informativos' ? '/informative' : '/notices'} onClick={onGo}>
          {shown === 'informativos' ? 'Ver todos os informativos' : 'Ver todos os avisos'}
        </Link>
      </div>
    </>
  )
}
const names: Readonly<Record<BellSection, string>> = { informativos: 'Informativos', avisos: 'Para você' }

interface ListProps {
  readonly now: number
  readonly mark: ReturnType<typeof useMarkRead>
  readonly onGo: () => void
}

function News({ bell: { data, error, isPending, refetch }, now, mark, onGo }: ListProps & Pick<Props, 'bell'>) {
  return (
    <>
      <Skeletons waiting={isPending} lines={4} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <EmptyState title="Nenhum informativo" />}
      {data?.data.map(({ uuid, title, content, updated_at, read, mandatory, acknowledged }) => (
        <Item
          key={uuid}
          title={title}
          to={`/informative/${uuid}`}
          at={updated_at}
          now={now}
          read={read}
          onRead={() => void mark('informativos', [uuid]).catch(() => undefined)}
          onGo={onGo}
        >
          {mandatory && !acknowledged && <StatusChip tone="atencao">Leitura obrigatória</StatusChip>}
          {content && <span className={styles.text}>{plainText(content)}</span>}
        </Item>
      ))}
    </>
  )
}

function Own({ now, mark, onGo }: ListProps) {
  const { data, error, isPending, refetch } = useAnswer(callsOf(notices).list, { query: { per_page: 10 } })
  return (
    <>
      <Skeletons waiting={isPending} lines={4} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState title="Nada para você" text="Aqui aparece o que chega a você: prazos, respostas, atribuições." />
      )}
      {data?.data.map(({ uuid, title, path, times, read_at, updated_at }) => (
        <Item
          key={uuid}
          title={title}
          to={path}
          at={updated_at}
          now={now}
          read={read_at !== null}
          onRead={() => void mark('avisos', [uuid]).catch(() => undefined)}
          onGo={onGo}
        >
          {times > 1 && <span className="meta">{times} vezes</span>}
        </Item>
      ))}
    </>
  )
}

interface ItemProps {
  readonly title: string
  readonly to: string
  readonly at: string
  readonly now: number
  readonly read: boolean
  readonly onRead: () => void
  readonly onGo: () => void
  readonly children: ReactNode
}
/** Opened, it is read. */
function Item({ title, to, at, now, read, onRead, onGo, children }: ItemProps) {
  const open = () => {
    if (!read) onRead()
    onGo()
  }
  return (
    <div className={styles.item} data-unread={!read}>
      <Link to={to} onClick={open}>
        <strong>
          {!read && <span className="sr-only">Não lida: </span>}
          {title}
        </strong>
        {children}
        <time className="meta" dateTime={at} title={fullTime(at)}>
          {ago(at, now)}
        </time>
      </Link>
      {!read && (
        <Tooltip label="Marcar como lida">
          <ActionIcon variant="subtle" size="sm" aria-label={`Marcar como lida: ${title}`} onClick={onRead}>
            <IconCheck size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
