import type { ReactNode } from 'react'
import type { Tone } from '#web/ui/StatusChip.tsx'
import styles from '#parts/verdicts/verdicts.module.css'

export interface Counter<T> {
  readonly show: T
  /** '12 recusadas'. */
  readonly said: string
  readonly tone?: Tone
}

interface Props<T> {
  readonly counters: readonly Counter<T>[]
  readonly shown: T | null
  readonly onShow: (show: T) => void
  /** What they come to. */
  readonly children?: ReactNode
}

/** How many rows of a file were judged so; each narrows the rows under it to those. */
export const Counters = <T extends string>({ counters, shown, onShow, children }: Props<T>) => (
  <div className={styles.counters} role="group" aria-label="Mostrar as linhas">
    {counters.map(({ show, said, tone }) => (
      <button key={show} type="button" data-tone={tone} aria-pressed={show === shown} onClick={() => onShow(show)}>
        {said}
      </button>
    ))}
    {children !== undefined && <span>{children}</span>}
  </div>
)
