import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleDot, IconCircleX } from '@tabler/icons-react'
import type { Tone } from '#kernel/field.ts'
import styles from '#web/ui/states.module.css'

export type { Tone }

const icons = {
  ok: IconCircleCheck,
  atencao: IconAlertTriangle,
  erro: IconCircleX,
  info: IconCircleDot,
  neutro: IconCircleDashed,
} as const satisfies Record<Tone, unknown>

/** A state as word, icon and colour, in this order of importance. */
export function StatusChip({ tone, title, children }: { tone: Tone; title?: string; children: string }) {
  const Icon = icons[tone]
  return (
    <span className={styles.chip} data-state={tone} title={title}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {children}
    </span>
  )
}
