import { showDecimal } from '#kernel/show.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { FormLine } from '#parts/line/line.ts'
import type { Computed, FinanceDraft, Reckoning } from '#features/regulatory/collects/money/totals.ts'
import { Input } from '#web/kinds/Input.tsx'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/regulatory/collects/money/finance.module.css'

const fields = collects.fields.finances.options.shape ?? {}
const taxes = [
  ['ICMS', 'icms_percent', 'icms'],
  ['PIS', 'pis_percent', 'pis'],
  ['COFINS', 'confins_percent', 'confins'],
] as const satisfies readonly (readonly [string, Computed, Computed])[]
const pair = [
  ['Percentual (%)', 1],
  ['Valor (R$)', 2],
] as const

interface Props {
  readonly line: FormLine
  readonly at: number
  readonly reckoned: Reckoning<FinanceDraft>
  readonly readOnly: boolean
  readonly errorOf: (name: string) => string | undefined
  readonly onType: (key: Computed, value: unknown) => void
  readonly onLeave: () => void
}

/** Percents and amounts side by side: whichever is typed, the other is found and says so. */
export const Taxes = ({ line, at, reckoned, readOnly, errorOf, onType, onLeave }: Props) => (
  <Table
    label="Impostos sobre o faturamento"
    columns={[
      { key: 'tax', title: 'Imposto', names: true, cell: ([tax]) => tax },
      ...pair.map(([title, which]) => ({
        key: title,
        title,
        numeric: true,
        cell: (row: (typeof taxes)[number]) => {
          const key = row[which]
          const field = fields[key]
          const found = reckoned.line[key]
          return readOnly || !field ? (
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
          )
        },
      })),
    ]}
    rows={taxes}
    keyOf={([tax]) => tax}
    look="plain"
    className={styles.taxes}
  />
)
