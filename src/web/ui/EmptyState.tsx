import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from '#web/ui/states.module.css'

interface Props {
  /** 'Nenhuma coleta ainda'. */
  readonly title: string
  /** What to do about it, in a sentence. */
  readonly text?: ReactNode
  readonly icon?: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
}

export const EmptyState = ({ title, text, icon, children }: Props) => (
  <div className={styles.state}>
    {icon ?? <IconInbox size={32} stroke={1.5} aria-hidden />}
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children && <div className={styles.acts}>{children}</div>}
  </div>
)
