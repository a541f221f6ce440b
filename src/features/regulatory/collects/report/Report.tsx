import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { LineChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInteger, showMonth } from '#kernel/show.ts'
import {
  downloadCollectForm,
  downloadCollectReport,
  readCollectReport,
} from '#features/regulatory/collects/report/api.ts'
import type { Series } from '#features/regulatory/collects/report/schema.ts'
import { dimensions, type Dimension } from '#features/regulatory/collects/report/report.ts'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/regulatory/collects/report/report.module.css'

/** A chart shows so many lines; the table has all. */
const linesDrawn = 5
const colors = ['var(--accent)', 'var(--ok)', 'var(--atencao)', 'var(--erro)', 'var(--ink-3)'] as const

/** The year that ends in a coleta: a picture, and the table it is drawn from. */
export default function Report({ uuid, version }: { readonly uuid: string; readonly version: string | null }) {
  const user = useUser()
  const [by, setBy] = useState<Dimension>('municipality')
  const {
    data: answer,
    error,
    isPending,
    refetch,
  } = useAnswer(readCollectReport, { id: uuid }, { rowVersion: version })
  const data = answer?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={8} height={28} />
  if (data.total.values.every(value => value === null || value === 0))
    return (
      <div className={styles.report}>
        <EmptyState title="Nada a mostrar ainda" text="Os doze meses até esta coleta não têm acessos." />
        <Paper uuid={uuid} />
      </div>
    )
  const months = data.months.map(({ year, month }) => showMonth(year, month))
  return (
    <div className={styles.report}>
      <section>
        <header className={styles.top}>
          <h2>Acessos em doze meses</h2>
          <div className={styles.acts}>
            {can(user, downloadCollectReport.id) && (
              <SavePdf url={callPath(downloadCollectReport, { id: uuid })} name="relatorio.pdf">
                Baixar PDF
              </SavePdf>
            )}
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
              onClick={() => window.print()}
            >
              Imprimir
            </Button>
          </div>
        </header>
        <Picture title="Acessos" series={[data.total]} months={months} />
        <Numbers title="Acessos" series={[data.total]} months={months} />
      </section>
      <section>
        <header className={styles.top}>
          <h2>Por {dimensions[by].toLowerCase()}</h2>
          <SegmentedControl aria-label="Separar por" size="xs" value={by} onChange={to => setBy(to)} data={choices} />
        </header>
        <Picture title={dimensions[by]} series={data.by[by].slice(0, linesDrawn)} months={months} />
        <Numbers title={dimensions[by]} series={data.by[by]} months={months} />
      </section>
      <Paper uuid={uuid} />
    </div>
  )
}

/** Offers the coleta's form on paper, filled in or blank. */
function Paper({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  if (!can(user, downloadCollectForm.id)) return null
  const url = callPath(downloadCollectForm, { id: uuid })
  return (
    <section className={styles.paper}>
      <h2>Formulário em papel</h2>
      <div className={styles.acts}>
        <SavePdf url={url} name="formulario.pdf">
          Preenchido
        </SavePdf>
        <SavePdf url={url} name="formulario-em-branco.pdf" query={{ em_branco: '1' }}>
          Em branco
        </SavePdf>
      </div>
    </section>
  )
}

const choices: { value: Dimension; label: string }[] = [
  { value: 'municipality', label: 'Município' },
  { value: 'technology', label: 'Tecnologia' },
  { value: 'medium', label: 'Meio' },
  { value: 'band', label: 'Velocidade' },
]

interface DrawnDimension {
  readonly title: string
  readonly series: readonly Series[]
  readonly months: readonly string[]
}
/** The table below has the same data for users who cannot see the chart. */
const Picture = ({ series, months }: DrawnDimension) => (
  <div aria-hidden className={styles.picture}>
    <LineChart
      h={220}
      data={months.map((month, i) => ({
        month,
        ...Object.fromEntries(series.map(({ name, values }) => [name, values[i] ?? null])),
      }))}
      dataKey="month"
      series={series.map(({ name }, i) => ({ name, color: colors[i] ?? 'var(--ink-3)' }))}
      curveType="linear"
      strokeWidth={2}
      withLegend={series.length > 1}
      connectNulls={false}
      valueFormatter={showInteger}
      lineChartProps={{ accessibilityLayer: false }}
      xAxisProps={{ padding: { left: 24, right: 24 } }}
      lineProps={{ isAnimationActive: false }}
      tooltipAnimationDuration={0}
    />
  </div>
)

const Numbers = ({ title, series, months }: DrawnDimension) => (
  <Table
    label={`${title}, em números`}
    columns={[
      { key: 'name', title, names: true, cell: ({ name }) => name },
      ...months.map((month, i) => ({
        key: month,
        title: month,
        numeric: true,
        cell: ({ values }: DrawnDimension['series'][number]) =>
          typeof values[i] === 'number' ? showInteger(values[i]) : '—',
      })),
    ]}
    rows={series}
    keyOf={({ name }) => name}
  />
)
