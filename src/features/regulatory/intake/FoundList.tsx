import type { ReactNode } from 'react'
import type { Tone } from '#kernel/field.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

/** What was found in a file for one reason. */
export interface FoundLine {
  readonly key: string
  readonly tone: Tone
  /** How grave it is, in a word. */
  readonly word: string
  readonly title: string
  /** '12 linhas'; empty where nothing was counted. */
  readonly count: string
  /** An example, or where to look; empty where there is neither. */
  readonly where: string
  /** True if its rows are shown; absent if they cannot be. */
  readonly shown?: boolean
  /** What is done about it, beside it and below. */
  readonly acts?: ReactNode
  readonly below?: ReactNode
}

interface SectionProps {
  readonly title?: string
  /** Shows all of it without scrolling. */
  readonly whole?: boolean
  /** What is done about all of it. */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** What was found in a file, under its title. */
export const FoundSection = ({ title = 'O que se encontrou', whole, acts, children }: SectionProps) => (
  <section aria-label={title} className={styles.found} data-whole={whole || undefined}>
    <Bar>
      <h3>{title}</h3>
      {acts}
    </Bar>
    {children}
  </section>
)

/** A line for each reason; where rows may be narrowed to one, its title does so. */
export const FoundList = ({
  lines,
  onShow,
}: {
  readonly lines: readonly FoundLine[]
  readonly onShow?: (key: string) => void
}) => (
  <List boxed wrap tabIndex={0}>
    {lines.map(({ key, tone, word, title, count, where, shown, acts, below }) => (
      <li key={key} data-tone={tone}>
        <span>{word}</span>
        <div>
          <strong>
            {onShow ? (
              <button type="button" aria-pressed={shown} onClick={() => onShow(key)}>
                {title}
              </button>
            ) : (
              title
            )}
            {count && <em> · {count}</em>}
          </strong>
          {where && <p>{where}</p>}
          {below}
        </div>
        {acts}
      </li>
    ))}
  </List>
)
