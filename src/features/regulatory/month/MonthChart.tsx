import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { grouped } from '#kernel/grouped.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import { isFiled, isFilling, type Step } from '#features/regulatory/collects/coleta/steps.ts'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { stateOf, type MonthState } from '#features/regulatory/month/month.ts'
import { PeopleChart, type PersonBar } from '#parts/figures/PeopleChart.tsx'
import { dueDay, monthKey, type Period } from '#parts/period/period.ts'

const series = [
  { name: 'filed', label: 'Enviadas ou dispensadas', color: 'var(--ok)' },
  { name: 'ready', label: 'Prontas', color: 'var(--accent)' },
  { name: 'filling', label: 'Em andamento', color: 'var(--atencao)' },
  { name: 'missing', label: 'Não abertas', color: 'var(--ink-3)' },
  { name: 'wrong', label: 'Com erro', color: 'var(--erro)' },
] as const
type ProgressPart = (typeof series)[number]['name']

function partOf(state: MonthState): ProgressPart {
  if (state === 'ausente') return 'missing'
  const step: Step = state
  if (isFiled(step)) return 'filed'
  if (isFilling(step)) return 'filling'
  return step === 'com-erro' ? 'wrong' : 'ready'
}

const unassigned = 'Sem responsável'

type PersonProgress = PersonBar<ProgressPart> & { readonly all: number }

/** How many coletas of each person are how far; those with most left to send first. */
function progressOf(rows: readonly MonthRow[]): readonly PersonProgress[] {
  const people = grouped(rows, ({ person }) => person?.id ?? null)
  return [...people]
    .map(([id, own]): PersonProgress => {
      const of = (part: ProgressPart) => own.filter(row => partOf(stateOf(row)) === part).length
      return {
        key: id === null ? 'ninguem' : String(id),
        name: own[0]?.person?.name ?? unassigned,
        all: own.length,
        filed: of('filed'),
        ready: of('ready'),
        filling: of('filling'),
        missing: of('missing'),
        wrong: of('wrong'),
      }
    })
    .toSorted(
      (one, other) => other.all - other.filed - (one.all - one.filed) || one.name.localeCompare(other.name, 'pt-BR'),
    )
}

interface Props {
  readonly rows: readonly MonthRow[]
  readonly period: Period
}
/** How far the month is for each person who answers for coletas, toward its deadline. */
export default memo(function MonthChart({ rows, period }: Props) {
  const people = progressOf(rows)
  const filed = rows.filter(row => partOf(stateOf(row)) === 'filed').length
  return (
    <PeopleChart
      title="Andamento por responsável"
      empty={people.length ? null : 'Nenhuma coleta neste mês.'}
      note={`${showInteger(filed)} de ${showInteger(rows.length)} enviadas ou dispensadas. Prazo: ${showDate(dueDay(period))}.`}
      who={{
        title: 'Responsável',
        cell: ({ key, name }) => (
          <Link to="/collects/quadro" search={{ mes: monthKey(period), responsavel: key }}>
            {name}
          </Link>
        ),
      }}
      parts={series}
      rows={people}
      more={[{ key: 'all', title: 'Total', label: 'Total', numeric: true, cell: ({ all }) => showInteger(all) }]}
    />
  )
})
