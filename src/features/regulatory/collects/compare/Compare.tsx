import { Link } from '@tanstack/react-router'
import { showDecimal, showInteger, showMoney } from '#kernel/show.ts'
import { compareWithLastMonth } from '#features/regulatory/collects/compare/api.ts'
import type { CountChange } from '#features/regulatory/collects/compare/schema.ts'
import { grownBy } from '#features/regulatory/collects/compare/compare.ts'
import { label, previous, type Period } from '#parts/period/period.ts'
import { useAnswer } from '#web/call.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/regulatory/collects/compare/compare.module.css'

interface Props {
  readonly uuid: string
  readonly version: string | null
  readonly period: Period
  /** What is typed and not saved is not compared. */
  readonly dirty: boolean
}

/** What changed since the month before: the total, each municipality, each kind of access, the billing. */
export function Compare({ uuid, version, period, dirty }: Props) {
  const answer = useAnswer(compareWithLastMonth, { id: uuid }, { rowVersion: version })
  const { error, isPending, refetch } = answer
  const data = answer.data?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={28} />
  const last = label(previous(period))
  if (!data.with)
    return <EmptyState title={`Não há coleta de ${last}`} text="Este fistel não tem com o que comparar o mês." />
  const { accesses, places, kinds, billing } = data
  const same = kinds.length === 0 && billing.every(({ before, after }) => before === after)
  return (
    <div className={styles.compare}>
      {dirty && (
        <p className="meta" role="status">
          O que você mudou e ainda não salvou não entra na comparação.
        </p>
      )}
      <p className={styles.total}>
        <strong className="figure">{showInteger(accesses.after)}</strong> acessos em {label(period)},{' '}
        <Growth change={accesses} /> em relação a{' '}
        <Link to={`/collects/${data.with.uuid}`}>
          {showInteger(accesses.before)} de {last}
        </Link>
        .
      </p>
      {same && <p>Nada mudou desde {last}: os mesmos acessos, nas mesmas velocidades, e o mesmo faturamento.</p>}
      <Changes title="Municípios" rows={places} months={[last, label(period)]} show={showInteger} />
      {kinds.length > 0 && (
        <Changes
          title="Acessos que mudaram"
          rows={kinds.map(({ place, name, ...rest }) => ({ ...rest, name: `${place}: ${name}` }))}
          months={[last, label(period)]}
          show={showInteger}
        />
      )}
      {billing.length > 0 && (
        <Changes title="Faturamento bruto" rows={billing} months={[last, label(period)]} show={showMoney} />
      )}
    </div>
  )
}

interface CountChangesProps {
  readonly title: string
  readonly rows: readonly CountChange[]
  readonly months: readonly [string, string]
  readonly show: (value: number) => string
}
/** A table of what two months, or two versions, have and how far apart they are. */
export const Changes = ({ title, rows, months, show }: CountChangesProps) => (
  <section>
    <h2>{title}</h2>
    <Table
      label={title}
      columns={[
        { key: 'name', title: 'Onde', names: true, cell: ({ name }) => name },
        { key: 'before', title: months[0], numeric: true, cell: ({ before }) => show(before) },
        { key: 'after', title: months[1], numeric: true, cell: ({ after }) => show(after) },
        {
          key: 'difference',
          title: 'Diferença',
          numeric: true,
          cell: ({ before, after }) => `${after > before ? '+' : ''}${show(after - before)}`,
        },
        { key: 'growth', title: 'Variação', numeric: true, cell: row => <Growth change={row} /> },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  </section>
)

/** '+12,5 %', 'novo', 'sumiu', 'igual'. */
function Growth({ change }: { readonly change: CountChange }) {
  const grown = grownBy(change)
  if (change.before === change.after) return <span className={styles.same}>igual</span>
  if (grown === null) return <span data-tone="info">novo</span>
  if (change.after === 0) return <span data-tone="erro">sumiu</span>
  return (
    <span>
      {grown > 0 && '+'}
      {showDecimal(grown)}&nbsp;%
    </span>
  )
}
