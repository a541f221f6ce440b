import { ActionIcon } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import styles from '#web/layout/topbar.module.css'
import { LateTip } from '#web/ui/LateTip.tsx'

export function FullscreenButton() {
  const { fullscreen, toggle } = useFullscreenDocument()
  const label = fullscreen ? 'Sair da tela cheia' : 'Tela cheia'
  const Icon = fullscreen ? IconMinimize : IconMaximize
  return (
    <LateTip label={label}>
      <ActionIcon size="md" className={styles.extra} aria-label={label} onClick={() => void toggle()}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    </LateTip>
  )
}
