import styles from '#features/regulatory/collects/grid/grid.module.css'
import { fieldOf } from '#features/regulatory/collects/grid/useColumns.web.ts'

/** Messages under a line, by the end of their name: 'speed'. */
export type Wrong = Readonly<Record<string, string>>
export const nothingWrong: Wrong = {}

interface Props {
  /** That of the line. */
  readonly name: string
  readonly wrong: Wrong
  /** Counts its grid's columns; null among cards. */
  readonly span: number | null
}

/** What is refused of the line above. */
export const LineRefusal = ({ name, wrong, span }: Props) => (
  <div
    role={span ? 'gridcell' : undefined}
    aria-colspan={span ?? undefined}
    id={`${name}.wrong`}
    className={styles.told}
  >
    {Object.entries(wrong)
      .map(([field, message]) => `${fieldOf(field.replace(/_id$/, ''))?.label ?? ''}: ${message}`)
      .join(' ')}
  </div>
)
