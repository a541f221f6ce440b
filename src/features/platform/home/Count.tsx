import { Link } from '@tanstack/react-router'
import { showInteger } from '#kernel/show.ts'

export interface CountProps {
  readonly n: number
  readonly known: boolean
  readonly wrong: boolean
  readonly to: string
  /** Beside one, and beside any other number. */
  readonly words: readonly [one: string, many: string]
  /** Red while there is any. */
  readonly pressing?: boolean
  /** In place of the number, where there is none to count. */
  readonly figure?: string
}
/** A number of the first page, which opens what it counts. */
export const Count = ({ n, known, wrong, to, words: [one, many], pressing = false, figure }: CountProps) => (
  <li>
    <Link to={to} data-pressing={(pressing && n > 0) || undefined}>
      <span className="figure">{known ? (figure ?? showInteger(n)) : wrong ? '?' : '\u00a0'}</span>
      <span>{n === 1 ? one : many}</span>
    </Link>
  </li>
)
