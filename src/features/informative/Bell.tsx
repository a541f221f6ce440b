import { ActionIcon, Anchor, Indicator, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { meantFor, unread, type NewsBar } from '#features/informative/news-bar.ts'
import styles from '#features/informative/bell.module.css'
import { api } from '#web/api.ts'
import { bellHeight, readToastTime } from '#web/constants.ts'
import { firstShown } from '#web/route/state.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord, keep, keys, recall } from '#web/storage.ts'
import { useStore } from '#web/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

interface UnreadNews {
  readonly data: readonly {
    readonly uuid: string
    readonly title: string
    readonly content: string | null
    readonly updated_at: string
  }[]
  readonly total: number
}

const isNewsBar = (value: unknown): value is NewsBar =>
  isRecord(value) && typeof value.total_read_informative === 'number'
const refreshTime = 300_000
const plainText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

/** The latest informatives, and how many came since they were last marked as read. */
export default function Bell() {
  return can(useUser(), 'informative.index') ? <Ringing /> : null
}

function Ringing() {
  const user = useUser()
  const [kept, setKept] = useState(() => recall(keys.newsBar, isNewsBar))
  const {
    data: news,
    dataUpdatedAt,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['informative', 'bell'],
    queryFn: ({ signal }) =>
      api.get<UnreadNews>('/informative', {
        query: { ...meantFor(user), sort: '-updated_at', active: true, per_page: 10 },
        quiet: true,
        signal,
      }),
    enabled: useStore(firstShown),
    refetchInterval: refreshTime,
  })
  const left = news ? unread(news.total, kept) : 0
  function markRead() {
    if (!news) return
    const read = { total_read_informative: news.total }
    keep(keys.newsBar, read)
    setKept(read)
    toast('Notificações marcadas como lidas', { time: readToastTime })
  }
  return (
    <Popover position="bottom-end" width={360} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          size="md"
          className={styles.bell}
          aria-label={left > 0 ? `Notificações: ${left} não lidas` : 'Notificações'}
        >
          <Indicator
            label={left > 99 ? '99+' : left}
            size={16}
            offset={4}
            disabled={left === 0}
            color="danger"
            classNames={{ indicator: styles.badge ?? '' }}
          >
            <IconBell size={20} stroke={1.5} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notificações">
        <div className={styles.head}>
          <h2>Notificações</h2>
          {left > 0 && (
            <Anchor component="button" type="button" onClick={markRead}>
              Marcar todas como lidas
            </Anchor>
          )}
        </div>
        <div className={styles.list} style={{ maxHeight: bellHeight }}>
          <Skeletons waiting={isPending} lines={4} />
          {error && !news && <ErrorState error={error} onRetry={() => void refetch()} />}
          {news?.data.length === 0 && <EmptyState title="Nenhum informativo" />}
          {news?.data.map(({ uuid, title, content, updated_at }) => (
            <Link key={uuid} to="/informative/$uuid" params={{ uuid }} className={styles.item}>
              <strong>{title}</strong>
              {content && <span className={styles.text}>{plainText(content)}</span>}
              <time className="meta" dateTime={updated_at} title={fullTime(updated_at)}>
                {ago(updated_at, dataUpdatedAt)}
              </time>
            </Link>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
