import { BarChart } from '@mantine/charts'
import type { ReactNode } from 'react'
import { showInteger } from '#kernel/show.ts'
import { barChartLook, ChartCard } from '#parts/figures/ChartCard.tsx'
import type { Column } from '#web/table/Table.tsx'

/** People beyond these are in the numbers alone. */
const mostDrawn = 12

/** A person, or work of nobody, with a number of each part. */
export type PersonBar<Part extends string> = Readonly<Record<Part, number>> & {
  readonly key: string
  readonly name: string
}

interface Props<Part extends string, Row extends PersonBar<Part>> {
  readonly title: string
  /** Why there is nothing to draw; null where there is. */
  readonly empty: string | null
  readonly note?: string
  /** What the column of names is called, and a name in it. */
  readonly who: { readonly title: string; readonly cell: (row: Row) => ReactNode }
  readonly parts: readonly { readonly name: Part; readonly label: string; readonly color: `var(--${string})` }[]
  readonly rows: readonly Row[]
  /** Columns of the numbers after those of the parts. */
  readonly more?: readonly Column<Row>[]
}

/** A bar of several parts for each person, and the same in numbers. */
export function PeopleChart<Part extends string, Row extends PersonBar<Part>>({
  title,
  empty,
  note,
  who,
  parts,
  rows,
  more = [],
}: Props<Part, Row>) {
  return (
    <ChartCard
      title={title}
      empty={empty}
      {...(note !== undefined && { note })}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'name', names: true, ...who },
        ...parts.map(({ name, label }) => ({
          key: name,
          title: label,
          label,
          numeric: true,
          cell: (row: Row) => showInteger(row[name]),
        })),
        ...more,
      ]}
    >
      <BarChart
        {...barChartLook}
        h={Math.max(140, 36 * Math.min(rows.length, mostDrawn) + 80)}
        data={rows.slice(0, mostDrawn)}
        dataKey="name"
        type="stacked"
        orientation="vertical"
        gridAxis="x"
        series={[...parts]}
        withLegend
        valueFormatter={showInteger}
        yAxisProps={{ width: 136 }}
      />
    </ChartCard>
  )
}
