import type { ComponentProps } from 'react'
import styles from '#web/ui/bar.module.css'

interface Props extends ComponentProps<'div'> {
  /** Rows that are marked, and what is done to them; or the foot of the window, while the rest scrolls. */
  readonly of?: 'marked' | 'foot'
}

/** Fields, words and buttons in a line, or in as many as they need. Its heading takes what the others leave. */
export const Bar = ({ of, className = '', ...rest }: Props) => (
  <div className={`${styles.bar} ${className}`} data-of={of} {...rest} />
)
