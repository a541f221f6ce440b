import { showDecimal } from '#kernel/show.ts'
import { collects } from '#features/collects/collects.ts'
import type { Line } from '#features/collects/lines.ts'
import type { Computed, FinanceDraft, Reckoning } from '#features/collects/money/totals.ts'
import { Input } from '#web/kinds/Input.tsx'
import styles from '#features/collects/money/finance.module.css'

const fields = collects.fields.finances.options.shape ?? {}
const taxes = [
  ['ICMS', 'icms_percent', 'icms'],
  ['PIS', 'pis_percent', 'pis'],
  ['COFINS', 'confins_percent', 'confins'],
] as const satisfies readonly (readonly [string, Computed, Computed])[]

interface Props {
  readonly line: Line
  readonly at: number
  readonly reckoned: Reckoning<FinanceDraft>
  readonly readOnly: boolean
  readonly errorOf: (name: string) => string | undefined
  readonly onType: (key: Computed, value: unknown) => void
  readonly onLeave: () => void
}

/** Percents and amounts side by side: whichever is typed, the other is found and says so. */
export const Taxes = ({ line, at, reckoned, readOnly, errorOf, onType, onLeave }: Props) => (
  <table className={styles.taxes}>
    <caption className="sr-only">Impostos sobre o faturamento</caption>
    <thead>
      <tr>
        <th scope="col">Imposto</th>
        <th scope="col" className="num">
          Percentual (%)
        </th>
        <th scope="col" className="num">
          Valor (R$)
        </th>
      </tr>
    </thead>
    <tbody>
      {taxes.map(([tax, ...pair]) => (
        <tr key={tax}>
          <th scope="row">{tax}</th>
          {pair.map(key => {
            const field = fields[key]
            const found = reckoned.line[key]
            return (
              <td key={key} className="num">
                {readOnly || !field ? (
                  found === null ? (
                    '—'
                  ) : (
                    showDecimal(found, 2)
                  )
                ) : (
                  <>
                    <Input
                      bare
                      name={`finances.${at}.${key}`}
                      field={field}
                      value={line[key] ?? found}
                      onChange={value => onType(key, value)}
                      onBlur={onLeave}
                      errorOf={errorOf}
                    />
                    <small>{reckoned.computed.has(key) && found !== null && 'calculado'}</small>
                  </>
                )}
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)
