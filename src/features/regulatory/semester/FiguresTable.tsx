import type { ReactNode } from 'react'
import { showDecimal } from '#kernel/show.ts'
import { stateName } from '#parts/address/states.ts'
import { sum } from '#features/regulatory/collects/money/totals.ts'
import { indicatorNames, indicators, type Indicator } from '#features/regulatory/anatel/economic-layout.ts'
import { quartersOf, type Semester } from '#parts/period/semester.ts'
import type { Figures } from '#features/regulatory/anatel/economic-layout.ts'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/regulatory/semester/semester.module.css'

interface ServicePlace {
  readonly service: string
  readonly state: string
}
interface Props {
  readonly of: Semester
  readonly figures: readonly Figures[]
}

/** States down, quarters across, three figures in each, as the file will say them. */
export function FiguresTable({ of, figures }: Props) {
  const quarters = quartersOf(of)
  const places: readonly ServicePlace[] = [...new Set(figures.map(({ service, state }) => `${service} ${state}`))].map(
    key => {
      const [service = '', state = ''] = key.split(' ')
      return { service, state }
    },
  )
  const services = new Set(places.map(({ service }) => service))
  const total = (name: Indicator, quarter: number, fit: (each: Figures) => boolean = () => true) => {
    const found = figures.filter(each => each.quarter === quarter && fit(each))
    return found.length ? showDecimal(sum(found.map(each => each[name])), 2) : '—'
  }
  const totals = (of: ReactNode) => (places.length > 1 ? [of] : undefined)
  return (
    <Table
      label="Valores por estado e trimestre"
      caption="Receita líquida, investimento e tráfego por estado e trimestre"
      over={
        <tr>
          <td>
            <span className="sr-only">Trimestre</span>
          </td>
          {quarters.map(({ quarter }) => (
            <th key={quarter} scope="colgroup" colSpan={indicatorNames.length}>
              {quarter}º trimestre
            </th>
          ))}
        </tr>
      }
      columns={[
        {
          key: 'state',
          title: 'Estado',
          totals: totals('Todos'),
          names: true,
          cell: ({ service, state }) => `${stateName(state)}${services.size > 1 ? ` · ${service}` : ''}`,
        },
        ...quarters.flatMap(({ quarter }) =>
          indicatorNames.map((name, at) => ({
            key: `${quarter}${name}`,
            title: indicators[name].label,
            totals: totals(total(name, quarter)),
            numeric: true,
            className: at ? undefined : styles.quarter,
            cell: ({ service, state }: ServicePlace) =>
              total(name, quarter, each => each.service === service && each.state === state),
          })),
        ),
      ]}
      rows={places}
      keyOf={({ service, state }) => `${service}${state}`}
      look="scrolling"
    />
  )
}
