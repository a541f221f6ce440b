import type { ReactNode } from 'react'
import styles from '#web/ui/frame.module.css'

interface Props {
  /** What the table tells, for whoever does not see it. */
  readonly label: string
  /** Its head and body. */
  readonly children: ReactNode
}

/** A table to be read inside a page; what does not fit is reached by the keyboard too. */
export const TableFrame = ({ label, children }: Props) => (
  <div className={styles.frame} tabIndex={0} role="region" aria-label={label}>
    <table>
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  </div>
)
