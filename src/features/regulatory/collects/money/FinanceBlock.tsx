import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { keyOf } from '#kernel/resource.ts'
import { showMoney } from '#kernel/show.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { financeOf, typePair } from '#features/regulatory/collects/coleta/lines.ts'
import { nameFor, type FormLine } from '#parts/line/line.ts'
import { stateName } from '#parts/address/states.ts'
import { Taxes } from '#features/regulatory/collects/money/Taxes.tsx'
import { reckon } from '#features/regulatory/collects/money/totals.ts'
import { Input } from '#web/kinds/Input.tsx'
import { Show } from '#web/kinds/Show.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/regulatory/collects/money/finance.module.css'

const fields = collects.fields.finances.options.shape ?? {}
const otherAmounts = {
  'Investimento e tráfego': ['investiment', 'download_traffic', 'upload_traffic'],
  'Outros serviços': ['faturamento_outros', 'investimento_outros', 'outros_impostos_outros'],
} as const

interface Props {
  readonly line: FormLine
  readonly at: number
  /** Slug of the tax regime; '' while none is chosen. */
  readonly regime: string
  readonly readOnly: boolean
  readonly errorOf: (name: string) => string | undefined
  readonly onChange: (line: FormLine) => void
  readonly onLeave: () => void
  readonly onRemove: () => void
}

/** One state's money: what is typed at the left, what follows from it at the right. */
export function FinanceBlock({ line, at, regime, readOnly, errorOf, onChange, onLeave, onRemove }: Props) {
  const name = stateName(line.state)
  const reckoned = reckon(financeOf(line), regime)
  const Fields = readOnly ? 'dl' : 'div'
  const input = (key: string): ReactNode => {
    const field = fields[key]
    if (!field) return null
    const wire = keyOf(key, field)
    if (readOnly)
      return (
        <Fact key={key} label={field.label}>
          {<Show field={field} value={line[key]} />}
        </Fact>
      )
    return (
      <Input
        key={key}
        name={`finances.${at}.${wire}`}
        field={field}
        value={line[wire]}
        known={nameFor(line[key], line[wire]) || undefined}
        onChange={value => onChange({ ...line, [wire]: value })}
        onBlur={onLeave}
        errorOf={errorOf}
      />
    )
  }
  return (
    <section className={styles.state} aria-label={`Financeiro de ${name}`}>
      <header>
        <h2>{name}</h2>
        {!readOnly && (
          <ActionIcon aria-label={`Retirar o financeiro de ${name}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </header>
      <div className={styles.columns}>
        <div className={styles.typed}>
          <Fields className={styles.fields}>
            {input('tax_regime')}
            {input('gross_billing')}
          </Fields>
          <Taxes
            line={line}
            at={at}
            reckoned={reckoned}
            readOnly={readOnly}
            errorOf={errorOf}
            onType={(key, value) => onChange(typePair(line, key, value))}
            onLeave={onLeave}
          />
          <Fields className={styles.fields}>{input('other_taxes')}</Fields>
          {Object.entries(otherAmounts).map(([title, keys]) => (
            <div key={title} role="group" aria-label={title}>
              <h3>{title}</h3>
              <Fields className={styles.fields}>{keys.map(input)}</Fields>
            </div>
          ))}
        </div>
        <Results reckoned={reckoned} regime={regime} />
      </div>
    </section>
  )
}

/** What `reckon` reads: only what is already a number. */
function Results({
  reckoned: { line, base, funttel },
  regime,
}: {
  readonly reckoned: ReturnType<typeof reckon>
  readonly regime: string
}) {
  const exempt = regime === 'simples-nacional'
  return (
    <Card className={styles.results} aria-label="Calculado">
      <dl>
        <Fact label="Faturamento líquido">
          <strong className="figure">{showMoney(line.net_billing)}</strong>
        </Fact>
        <Fact label="Base de FUST e FUNTTEL">{showMoney(base)}</Fact>
        <Fact label="FUST (1 %)">{exempt ? 'Isenta' : showMoney(line.fust)}</Fact>
        <Fact label="FUNTTEL (0,5 %)">{exempt ? 'Isenta' : showMoney(funttel)}</Fact>
      </dl>
      {exempt && <p>Optante pelo Simples Nacional: isenta de FUST e FUNTTEL.</p>}
      {line.net_billing < 0 && <p data-tone="atencao">As deduções passam do faturamento bruto. Confira os valores.</p>}
    </Card>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
