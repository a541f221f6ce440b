import type { ReactNode } from 'react'
import styles from '#parts/figures/figures.module.css'

interface Props {
  readonly all: readonly (readonly [what: string, how: ReactNode])[]
  readonly big?: boolean
}

/** Facts side by side, each under what it is called. */
export const Figures = ({ all, big }: Props) => (
  <dl className={styles.figures}>
    {all.map(([what, how]) => (
      <div key={what}>
        <dt className="meta">{what}</dt>
        <dd className={big ? 'figure' : undefined}>{how}</dd>
      </div>
    ))}
  </dl>
)
