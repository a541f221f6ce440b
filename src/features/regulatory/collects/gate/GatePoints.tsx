import { Link } from '@tanstack/react-router'
import type { GatePoint, GateWeight } from '#features/regulatory/collects/gate/gate.ts'
import { names, placeOf } from '#features/regulatory/collects/coleta/tabs.ts'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

const weights = {
  stops: { tone: 'erro', label: 'Impede' },
  asks: { tone: 'atencao', label: 'Pede motivo' },
  tells: { tone: 'info', label: 'Saiba' },
} as const satisfies Record<GateWeight, unknown>

const tabs: readonly string[] = Object.values(names)
/** Where a point is put right, in the address of its coleta. */
const searchOf = (where: string) => (tabs.includes(where) ? { tab: where } : placeOf(where))

interface Props {
  readonly points: readonly GatePoint[]
  /** The coleta they are of, where its page is not the one that is open. */
  readonly uuid?: string
  readonly onLeave?: () => void
}
/** The points of the gate, the gravest first, each with its weight, and the way to where it is put right. */
export const GatePoints = ({ points, uuid, onLeave }: Props) => (
  <List boxed wrap>
    {points.map(({ kind, weight, text, where, answered }) => (
      <li key={`${kind} ${text}`}>
        <StatusChip tone={answered ? 'ok' : weights[weight].tone}>
          {answered ? 'Respondido' : weights[weight].label}
        </StatusChip>
        <div>
          <p>{text}</p>
          {answered && (
            <p className="meta">
              {answered.name}, <time dateTime={answered.at}>{fullTime(answered.at)}</time>: “{answered.reason}”
            </p>
          )}
        </div>
        {uuid && where && (
          <Link to={`/collects/${uuid}`} search={searchOf(where)} onClick={onLeave} aria-label={`Ver: ${text}`}>
            Ver
          </Link>
        )}
      </li>
    ))}
  </List>
)
