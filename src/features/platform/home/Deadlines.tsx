import { Link } from '@tanstack/react-router'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { lateOf, useDuties } from '#features/platform/home/useDuties.web.ts'
import { dutyKey, openOf, type DutyGroup } from '#features/regulatory/obligations/listed.ts'
import { distance, shortDay } from '#features/regulatory/obligations/when.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/home/home.module.css'

/** Days that press already. */
const week = 7
/** Lines of each. */
const linesShown = 4

interface Props {
  readonly now: Date
  /** True for people of a client: they see the office's work for them, and its deadlines. */
  readonly outside?: boolean
}

/** What is late, what falls due this week and what comes next; each leads to who owes it. */
export function Deadlines({ now, outside = false }: Props) {
  const today = dayIn(now).day
  const { data, error, isPending, refetch } = useDuties(today)
  const title = outside ? 'Com a consultoria' : 'Prazos'
  const groups = data?.groups ?? []
  const open = groups.filter(group => openOf(group) > 0)
  return (
    <Card className={styles.panel} title={title} beside={<Link to="/obrigacoes">Ver calendário</Link>}>
      <Awaited waiting={isPending} lines={5} height={40}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && open.length === 0 && (
          <p className={styles.empty}>
            {groups.length
              ? 'Nada a fazer: tudo o que venceu está feito.'
              : 'Nenhum prazo ainda: eles aparecem quando há cliente com fistel ativo.'}
          </p>
        )}
        {outside ? <House groups={open} today={today} /> : <Pressing groups={open} today={today} />}
      </Awaited>
    </Card>
  )
}

interface GroupsProps {
  readonly groups: readonly DutyGroup[]
  readonly today: string
}

function Pressing({ groups, today }: GroupsProps) {
  const soon = dayAfter(today, week)
  const late = groups
    .filter(({ counts }) => counts.atrasada > 0)
    .toSorted((one, other) => other.counts.atrasada - one.counts.atrasada)
  const coming = groups.filter(({ counts }) => counts.atrasada === 0)
  const parts = [
    ['Atrasadas', late, lateOf(today)],
    ['Esta semana', coming.filter(({ due }) => due <= soon), {}],
    ['Em seguida', coming.filter(({ due }) => due > soon), {}],
  ] as const
  return parts.map(
    ([title, some, rest]) =>
      some.length > 0 && (
        <div key={title} className={styles.part}>
          <h3>{title}</h3>
          <List>
            {some.slice(0, linesShown).map(group => (
              <Deadline key={dutyKey(group)} group={group} today={today} />
            ))}
          </List>
          {some.length > linesShown && (
            <p className="meta">
              <Link to="/obrigacoes" search={rest}>{`e mais ${some.length - linesShown}`}</Link>
            </p>
          )}
        </div>
      ),
  )
}

function Deadline({ group, today }: { readonly group: DutyGroup; readonly today: string }) {
  const { due, counts } = group
  return (
    <li>
      <span>
        <DutyLink group={group} />
        <br />
        <span className="meta">{`${shortDay(due)} · ${distance(due, today)}`}</span>
      </span>
      <StatusChip tone={counts.atrasada > 0 ? 'erro' : due <= dayAfter(today, week) ? 'atencao' : 'info'}>
        {counts.atrasada === 0
          ? `${openOf(group)} a fazer`
          : `${counts.atrasada} ${counts.atrasada === 1 ? 'atrasada' : 'atrasadas'}`}
      </StatusChip>
    </li>
  )
}

/** Shows clients the office's duties and calls none late: lateness is the office's concern. */
const House = ({ groups, today }: GroupsProps) => (
  <List>
    {groups.slice(0, linesShown + 2).map(group => (
      <li key={dutyKey(group)}>
        <span>
          <DutyLink group={group} />
          <br />
          <span className="meta">{promise(group, today)}</span>
        </span>
      </li>
    ))}
  </List>
)

function promise({ due, counts, by_collect }: DutyGroup, today: string) {
  if (by_collect && counts.atrasada > 0) return 'A consultoria envia assim que receber a sua coleta'
  return due < today ? 'A consultoria está cuidando disto' : `A consultoria envia até ${shortDay(due)}`
}

const DutyLink = ({ group }: { readonly group: DutyGroup }) => (
  <Link
    to="/obrigacoes"
    search={{ mes: group.due.slice(0, 7), aberta: dutyKey(group) }}
    aria-label={`${dutyTitle(group)}, ${shortDay(group.due)}`}
  >
    {[group.short, group.label].filter(Boolean).join(', ')}
  </Link>
)
