import { Link } from '@tanstack/react-router'
import type { RefusedRow } from '#features/month/useMonth.web.ts'

interface Props {
  readonly refused: readonly RefusedRow[]
  /** Where in a coleta it is put right; its own page, unless told. */
  readonly tab?: string
}

/** Coletas nothing was done to, each with why, and leading to where it is put right. */
export const RefusedList = ({ refused, tab }: Props) => (
  <ul className="points">
    {refused.map(({ uuid, name, reasons }) => (
      <li key={uuid}>
        <Link to={tab ? `/collects/${uuid}?tab=${tab}` : `/collects/${uuid}`}>{name}</Link>: {reasons.join(' ')}
      </li>
    ))}
  </ul>
)
