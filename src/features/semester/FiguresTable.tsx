import { Fragment } from 'react'
import { showDecimal } from '#kernel/show.ts'
import { stateName } from '#features/collects/money/states.ts'
import { sum } from '#features/collects/money/totals.ts'
import { indicatorNames, indicators, type Indicator } from '#features/semester/layout.ts'
import { quartersOf, type Figures, type Semester } from '#features/semester/semester.ts'
import styles from '#features/semester/semester.module.css'

interface Props {
  readonly of: Semester
  readonly figures: readonly Figures[]
}

/** States down, quarters across, three figures in each, as the file will say them. */
export function FiguresTable({ of, figures }: Props) {
  const quarters = quartersOf(of)
  const places = [...new Set(figures.map(({ service, state }) => `${service} ${state}`))].map(key => {
    const [service = '', state = ''] = key.split(' ')
    return { service, state }
  })
  const services = new Set(places.map(({ service }) => service))
  const total = (name: Indicator, quarter: number, fit: (each: Figures) => boolean = () => true) => {
    const found = figures.filter(each => each.quarter === quarter && fit(each))
    return found.length ? showDecimal(sum(found.map(each => each[name])), 2) : '—'
  }
  return (
    <div
      className={`${styles.frame} ${styles.figures}`}
      tabIndex={0}
      role="region"
      aria-label="Valores por estado e trimestre"
    >
      <table>
        <caption className="sr-only">Receita líquida, investimento e tráfego por estado e trimestre</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Estado
            </th>
            {quarters.map(({ quarter }) => (
              <th key={quarter} scope="colgroup" colSpan={3} className={styles.quarter}>
                {quarter}º trimestre
              </th>
            ))}
          </tr>
          <tr>
            {quarters.map(({ quarter }) => (
              <Fragment key={quarter}>
                {indicatorNames.map(name => (
                  <th key={name} scope="col" className="num">
                    {indicators[name].label}
                  </th>
                ))}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ service, state }) => (
            <tr key={`${service}${state}`}>
              <th scope="row">
                {stateName(state)}
                {services.size > 1 && ` · ${service}`}
              </th>
              {quarters.map(({ quarter }) =>
                indicatorNames.map(name => (
                  <td key={`${quarter}${name}`} className="num">
                    {total(name, quarter, each => each.service === service && each.state === state)}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
        {places.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Todos</th>
              {quarters.map(({ quarter }) =>
                indicatorNames.map(name => (
                  <td key={`${quarter}${name}`} className="num">
                    {total(name, quarter)}
                  </td>
                )),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
