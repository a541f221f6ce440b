import type { BarChart } from '@mantine/charts'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { ComponentProps, ReactNode } from 'react'
import { Table, type Column } from '#web/table/Table.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#parts/figures/chart.module.css'

/** What all bar charts have in common: nothing moves, and the picture takes no focus. */
export const barChartLook = {
  withBarValueLabel: false,
  barChartProps: { accessibilityLayer: false },
  barProps: { isAnimationActive: false, maxBarSize: 32 },
  tooltipAnimationDuration: 0,
} as const satisfies Partial<ComponentProps<typeof BarChart>>

interface Props<R> {
  readonly title: string
  readonly beside?: ReactNode
  /** Why there is nothing to draw; null where there is. */
  readonly empty: string | null
  readonly note?: string
  readonly className?: string | undefined
  /** The numbers that the picture shows: it is hidden from screen readers, and they are not. */
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string
  readonly columns: readonly Column<R>[]
  readonly children: ReactNode
}

/** A picture of numbers, with the numbers one click below it. */
export function ChartCard<R>({ title, beside, empty, note, className, rows, keyOf, columns, children }: Props<R>) {
  return (
    <Card title={title} className={className} {...(beside !== undefined && { beside })}>
      {empty ? (
        <p className="meta">{empty}</p>
      ) : (
        <>
          <div aria-hidden className={styles.picture}>
            {children}
          </div>
          <details className={styles.numbers}>
            <summary>Ver em números</summary>
            <Table look="plain" cards label={`${title}, em números`} rows={rows} keyOf={keyOf} columns={columns} />
          </details>
          {note && <p className="meta">{note}</p>}
        </>
      )}
    </Card>
  )
}
