import { IconCheck } from '@tabler/icons-react'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props {
  readonly titles: readonly string[]
  /** Where one is, the first being 0. */
  readonly at: number
  /** Steps one may go to. */
  readonly open?: readonly number[]
  readonly onGo?: (step: number) => void
  /** What is left to do, in words; `done` once it is nothing. */
  readonly left?: { readonly said: string; readonly done: boolean } | null
}

/** Where one is on the way of a file; what was passed can be gone back to. */
export const IntakeSteps = ({ titles, at, open = [], onGo, left }: Props) => (
  <div className={styles.steps}>
    <ol aria-label="Passos">
      {titles.map((title, i) => (
        <li key={title} data-done={i < at || undefined} aria-current={i === at ? 'step' : undefined}>
          <span aria-hidden>{i < at ? <IconCheck size={14} stroke={2} /> : i + 1}</span>
          {onGo && i !== at && open.includes(i) ? (
            <button type="button" onClick={() => onGo(i)}>
              {title}
            </button>
          ) : (
            title
          )}
        </li>
      ))}
    </ol>
    {left && (
      <p data-tone={left.done ? 'ok' : 'erro'} role="status">
        {left.said}
      </p>
    )}
  </div>
)
