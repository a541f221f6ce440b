import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleDot, IconCircleX } from '@tabler/icons-react'
import styles from '#web/ui/states.module.css'

const icons = {
  ok: IconCircleCheck,
  atencao: IconAlertTriangle,
  erro: IconCircleX,
  info: IconCircleDot,
  neutro: IconCircleDashed,
} as const
export type Tone = keyof typeof icons

/** A state as word, icon and colour, in this order of importance. */
export function StatusChip({ tone, children }: { tone: Tone; children: string }) {
  const Icon = icons[tone]
  return (
    <span className={styles.chip} data-state={tone}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {children}
    </span>
  )
}
