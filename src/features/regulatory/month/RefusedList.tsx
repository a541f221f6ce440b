import { Link } from '@tanstack/react-router'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { byReason } from '#features/regulatory/month/reasons.ts'
import type { LeftColeta } from '#features/regulatory/month/api.ts'

interface Props {
  readonly refused: readonly LeftColeta[]
  /** Opens this tab of a coleta; its own page, by default. */
  readonly tab?: string
}
/** From how many rows on a reason is written once for all of them. */
const groupedFrom = 4

/** Coletas nothing was done to, each with why, and leading to where it is put right. */
export const RefusedList = ({ refused, tab }: Props) => {
  const link = ({ uuid, name }: LeftColeta) => (
    <Link to={tab ? `/collects/${uuid}?tab=${tab}` : `/collects/${uuid}`}>{name}</Link>
  )
  return (
    <ul className="points">
      {byReason(refused).map(({ reason, rows }) =>
        rows.length < groupedFrom ? (
          rows.map(row => (
            <li key={row.uuid}>
              {link(row)}: {reason}
            </li>
          ))
        ) : (
          <li key={reason}>
            {plural(rows.length, 'coleta', 'coletas')}: {reason}
            <details>
              <summary>Ver quais</summary>
              <ul className="points">
                {rows.map(row => (
                  <li key={row.uuid}>{link(row)}</li>
                ))}
              </ul>
            </details>
          </li>
        ),
      )}
    </ul>
  )
}
