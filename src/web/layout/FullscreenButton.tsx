import { ActionIcon, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import styles from '#web/layout/topbar.module.css'

export function FullscreenButton() {
  const { fullscreen, toggle } = useFullscreenDocument()
  const label = fullscreen ? 'Sair da tela cheia' : 'Tela cheia'
  const Icon = fullscreen ? IconMinimize : IconMaximize
  return (
    <Tooltip label={label}>
      <ActionIcon size="md" className={styles.extra} aria-label={label} onClick={() => void toggle()}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
