import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { can } from '#kernel/access.ts'
import styles from '#features/support/informative/bell.module.css'
import { unread, type NewsBar } from '#features/support/informative/news-bar.ts'
import { useBell } from '#parts/notice/useBell.web.ts'
import { bellHeight } from '#web/constants.ts'
import { firstShown } from '#web/route/state.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord, keep, keys, recall } from '#web/storage.ts'
import { useStore } from '#web/store.ts'
import { LatePopover } from '#web/ui/LatePopover.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { latePart } from '#web/ui/latePart.tsx'

const BellPanel = latePart(
  () => import('#features/support/informative/BellPanel.tsx'),
  <div style={{ height: bellHeight }}>
    <Skeletons waiting lines={4} />
  </div>,
)

const isNewsBar = (value: unknown): value is NewsBar =>
  isRecord(value) &&
  typeof value.user === 'string' &&
  typeof value.total === 'number' &&
  typeof value.total_read_informative === 'number'

/** The latest informatives and one's own notices, and how many of them are unread. */
export default function Bell() {
  const user = useUser()
  return can(user, 'informative.index') || can(user, 'notices.index') ? <Ringing /> : null
}

function Ringing() {
  const { uuid } = useUser()
  const [open, setOpen] = useState(false)
  const [kept] = useState(() => recall(keys.newsBar, isNewsBar))
  const bell = useBell(useStore(firstShown))
  const { data } = bell
  useEffect(() => {
    if (!data) return
    const { total, total_read_informative } = data
    keep(keys.newsBar, { user: uuid, total, total_read_informative } satisfies NewsBar)
  }, [data, uuid])
  // Until the server answers again, its last answer is shown.
  const news = data ?? (kept?.user === uuid ? kept : null)
  const left = (news ? unread(news) : 0) + (data?.notices ?? 0)
  return (
    <LatePopover
      position="bottom-end"
      width={380}
      shadow="md"
      trapFocus
      opened={open}
      onChange={setOpen}
      dropdown={{ p: 0, 'aria-label': 'Notificações' }}
      target={
        <ActionIcon
          size="md"
          className={styles.bell}
          aria-label={left > 0 ? `Notificações: ${left} ${left === 1 ? 'não lida' : 'não lidas'}` : 'Notificações'}
          onClick={() => setOpen(!open)}
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
      }
    >
      <BellPanel bell={bell} onGo={() => setOpen(false)} />
    </LatePopover>
  )
}
