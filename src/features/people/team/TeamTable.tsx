import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listOf, workText } from '#features/people/team/kinds.ts'
import type { PersonLoad, WorkLoad } from '#features/people/team/schema.ts'
import { isAwayOn } from '#features/people/team/load.ts'
import { can } from '#kernel/access.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/people/team/team.module.css'

interface Props {
  readonly people: readonly PersonLoad[]
  readonly today: string
  readonly busy: boolean
  readonly onPass: (person: PersonLoad) => void
  readonly onAway: (person: PersonLoad) => void
  readonly onEnd: (uuid: string, name: string) => void
}

const sumOf = (loads: readonly WorkLoad[], of: 'open' | 'late' | 'week') =>
  loads.reduce((sum, load) => sum + load[of], 0)
const figure = (n: number, tone?: 'erro' | 'atencao') =>
  n === 0 ? <span className={styles.nothing}>0</span> : <strong data-tone={tone}>{showInteger(n)}</strong>

/** Each person and what they have to do; on a phone, a card each. */
export function TeamTable({ people, today, busy, onPass, onAway, onEnd }: Props) {
  const user = useUser()
  const most = Math.max(1, ...people.map(({ loads }) => sumOf(loads, 'open')))
  const kinds = people[0]?.loads.map(({ kind }) => kind) ?? []
  return (
    <Table
      label="Carga de cada pessoa"
      caption="Quanto cada pessoa da equipe tem a fazer, a mais apertada primeiro"
      look="scrolling"
      cards
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', title: 'Pessoa', names: true, cell: person => <Who person={person} today={today} /> },
        {
          key: 'load',
          title: 'Carga',
          phone: 'none',
          className: styles.bars,
          cell: ({ loads }) => <Pressure loads={loads} most={most} />,
        },
        {
          key: 'late',
          title: 'Em atraso',
          numeric: true,
          unit: 'em atraso',
          cell: ({ loads }) => figure(sumOf(loads, 'late'), 'erro'),
        },
        {
          key: 'week',
          title: 'Nesta semana',
          numeric: true,
          unit: 'nesta semana',
          cell: ({ loads }) => figure(sumOf(loads, 'week'), 'atencao'),
        },
        ...kinds.map(kind => ({
          key: kind,
          title: capital(workText(kind).many),
          numeric: true,
          unit: workText(kind).many,
          cell: ({ id, name, loads }: PersonLoad) => {
            const { open = 0 } = loads.find(each => each.kind === kind) ?? {}
            if (!open || !can(user, `${kind}.index`)) return figure(open)
            const label = `${showInteger(open)} ${open === 1 ? workText(kind).one : workText(kind).many} de ${name}`
            return (
              <Link to={listOf(kind, id)} aria-label={label}>
                {showInteger(open)}
              </Link>
            )
          },
        })),
        {
          key: 'acts',
          title: <span className="sr-only">Ações</span>,
          phone: 'line',
          cell: person => (
            <Acts person={person} today={today} busy={busy} onPass={onPass} onAway={onAway} onEnd={onEnd} />
          ),
        },
      ]}
    />
  )
}

function Who({ person, today }: { readonly person: PersonLoad; readonly today: string }) {
  const { name, profile, active, away, standing } = person
  const now = away.find(isAwayOn(today))
  const next = away.find(({ since }) => since > today)
  const covers = standing.filter(isAwayOn(today))
  return (
    <div className={styles.who}>
      <span>
        {name} <span className="meta">{profile}</span>
      </span>
      {!active && <StatusChip tone="neutro">Acesso inativo</StatusChip>}
      {now && <StatusChip tone="info">{`Fora até ${dayAndMonth(now.until)}: ${now.other.name} no lugar`}</StatusChip>}
      {!now && next && (
        <span className="meta">{`Fora de ${dayAndMonth(next.since)} a ${dayAndMonth(next.until)}: ${next.other.name} no lugar`}</span>
      )}
      {covers.map(({ uuid, other, until }) => (
        <StatusChip key={uuid} tone="info">{`No lugar de ${other.name}, até ${dayAndMonth(until)}`}</StatusChip>
      ))}
    </div>
  )
}
/** '10/12'. */
const dayAndMonth = (day: string) => showDate(day).slice(0, 5)

/** Shows what is late, what is due this week and the rest as a bar; `most` is its full width. */
function Pressure({ loads, most }: { readonly loads: readonly WorkLoad[]; readonly most: number }) {
  const [open, late, week] = [sumOf(loads, 'open'), sumOf(loads, 'late'), sumOf(loads, 'week')]
  const share = (n: number) => ({ width: `${(n / most) * 100}%` })
  return (
    <span className={styles.bar} aria-hidden>
      <i data-part="late" style={share(late)} />
      <i data-part="week" style={share(week)} />
      <i data-part="rest" style={share(open - late - week)} />
    </span>
  )
}

type PersonActsProps = Omit<Props, 'people'> & { readonly person: PersonLoad }
function Acts({ person, today, busy, onPass, onAway, onEnd }: PersonActsProps) {
  const user = useUser()
  const { name, active, away, loads } = person
  const ending = away.find(isAwayOn(today)) ?? away[0]
  return (
    <Group gap={8} justify="flex-end" wrap="nowrap" className={styles.acts}>
      {ending && can(user, 'absences.encerrar') && (
        <Button
          variant="default"
          size="compact-sm"
          miw="max-content"
          disabled={busy}
          aria-label={`${isAwayOn(today)(ending) ? 'Encerrar o afastamento' : 'Cancelar o afastamento'} de ${name}`}
          onClick={() => onEnd(ending.uuid, name)}
        >
          {isAwayOn(today)(ending) ? 'Já voltou' : 'Cancelar afastamento'}
        </Button>
      )}
      {active && !ending && can(user, 'absences.store') && (
        <Button variant="default" size="compact-sm" aria-label={`Afastar ${name}`} onClick={() => onAway(person)}>
          Afastar
        </Button>
      )}
      {can(user, 'handovers.store') && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={sumOf(loads, 'open') === 0}
          aria-label={`Passar o trabalho de ${name}`}
          onClick={() => onPass(person)}
        >
          Passar
        </Button>
      )}
    </Group>
  )
}
