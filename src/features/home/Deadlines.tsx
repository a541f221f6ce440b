import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayIn } from '#kernel/clock.ts'
import { titleOf } from '#features/obligations/duties.ts'
import { keyOf, openOf, type Answered, type Group } from '#features/obligations/listed.ts'
import { distance, shortDay } from '#features/obligations/when.ts'
import { api } from '#web/api.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/home/home.module.css'

/** Days told of: those behind, this week's, and those ahead. */
const [behind, week, ahead] = [60, 7, 45]
/** Lines of each. */
const most = 4
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** What is late, what falls due this week and what comes next; each leads to who owes it. */
export function Deadlines({ now }: { readonly now: Date }) {
  const today = dayIn(now).day
  const [from, soon, to] = [shifted(today, -behind), shifted(today, week), shifted(today, ahead)]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['obligations', 'home', today],
    queryFn: ({ signal }) =>
      api.get<Answered>('/obligations', { query: { from, to, per_page: 1 }, quiet: true, signal }),
  })
  const open = (data?.groups ?? []).filter(group => openOf(group) > 0)
  const late = open
    .filter(({ counts }) => counts.atrasada > 0)
    .toSorted((one, other) => other.counts.atrasada - one.counts.atrasada)
  const coming = open.filter(({ counts }) => counts.atrasada === 0)
  const parts = [
    ['Atrasadas', late],
    ['Esta semana', coming.filter(({ due }) => due <= soon)],
    ['Em seguida', coming.filter(({ due }) => due > soon)],
  ] as const
  return (
    <section className={styles.panel} aria-label="Prazos">
      <header>
        <h2>Prazos</h2>
        <Link to="/obrigacoes">Ver calendário</Link>
      </header>
      <Skeletons waiting={isPending} lines={4} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && open.length === 0 && <p className={styles.empty}>Nada a fazer: tudo o que venceu está feito.</p>}
      {parts.map(
        ([title, groups]) =>
          groups.length > 0 && (
            <div key={title} className={styles.part}>
              <h3>{title}</h3>
              <ul>
                {groups.slice(0, most).map(group => (
                  <Deadline key={keyOf(group)} group={group} today={today} />
                ))}
              </ul>
              {groups.length > most && <p className="meta">{`e mais ${groups.length - most}`}</p>}
            </div>
          ),
      )}
    </section>
  )
}

function Deadline({ group, today }: { readonly group: Group; readonly today: string }) {
  const { due, short, label, counts } = group
  return (
    <li>
      <span>
        <Link
          to="/obrigacoes"
          search={{ mes: due.slice(0, 7), aberta: keyOf(group) }}
          aria-label={`${titleOf(group)}, ${shortDay(due)}`}
        >
          {[short, label].filter(Boolean).join(', ')}
        </Link>
        <br />
        <span className="meta">{`${shortDay(due)} · ${distance(due, today)}`}</span>
      </span>
      <StatusChip tone={counts.atrasada > 0 ? 'erro' : due <= shifted(today, week) ? 'atencao' : 'info'}>
        {counts.atrasada === 0
          ? `${openOf(group)} a fazer`
          : `${counts.atrasada} ${counts.atrasada === 1 ? 'atrasada' : 'atrasadas'}`}
      </StatusChip>
    </li>
  )
}
