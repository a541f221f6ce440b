import { Button, TextInput } from '@mantine/core'
import { IconPrinter, IconSearch } from '@tabler/icons-react'
import { allOf, foldText } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { readYearBoard } from '#features/regulatory/month/api.ts'
import type { YearRow } from '#features/regulatory/month/schema.ts'
import { boardParameters } from '#features/regulatory/month/address.web.ts'
import { outcomes } from '#features/regulatory/month/outcomes.ts'
import { QuadroViews } from '#features/regulatory/month/QuadroViews.tsx'
import { YearTable } from '#features/regulatory/month/YearTable.tsx'
import { monthKey, periodOf, type Period } from '#parts/period/period.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { useAddress } from '#web/route/search.ts'
import { useAnswer } from '#web/call.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import quadro from '#features/regulatory/month/quadro.module.css'
import styles from '#features/regulatory/month/year.module.css'

const words = ({ client, fistel, empresa, service }: YearRow) =>
  foldText(`${client.name} ${fistel.name} ${empresa?.name ?? ''} ${service}`)

/** The last twelve months of everybody: delivered in time, late, or never. */
export function YearScreen() {
  const [{ mes, busca: search }, changeAddress] = useAddress(boardParameters)
  const period = periodOf(mes)
  const change = (to: Period, busca: string) => changeAddress({ mes: monthKey(to), busca })
  const { data, error, isPending, refetch } = useAnswer(readYearBoard, { query: { ...period } })
  const rows = (data?.data ?? []).filter(row => words(row).includes(foldText(search)))
  return (
    <Page
      title="Quadro de meses"
      crumbs={[{ label: allOf(collects.text), to: '/collects' }]}
      facts="O que a Anatel recebeu até o dia 15, depois dele, ou não recebeu."
      actions={
        <Button
          className="no-print"
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      }
    >
      <Bar className={`${quadro.bar} no-print`}>
        <QuadroViews shown="meses" />
        <PeriodInput value={period} joined onChange={to => change(to, search)} />
        <TextInput
          className={quadro.narrowing}
          aria-label="Buscar"
          placeholder="Cliente, fistel ou empresa"
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={search}
          onChange={e => change(period, e.currentTarget.value)}
        />
      </Bar>
      <ul className={styles.legend} aria-label="Legenda">
        {Object.entries(outcomes).map(([outcome, { letter, name }]) => (
          <li key={outcome}>
            <b data-outcome={outcome}>{letter}</b> {name}
          </li>
        ))}
      </ul>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={12} height={28} />
      ) : rows.length ? (
        <YearTable months={data?.months ?? []} rows={rows} />
      ) : (
        <EmptyState title="Nada aqui" text="Nenhum fistel de coleta mensal corresponde ao que foi pedido." />
      )}
    </Page>
  )
}
