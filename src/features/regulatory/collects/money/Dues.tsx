import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { showDate, showDecimal, showMoney } from '#kernel/show.ts'
import { financeOf } from '#features/regulatory/collects/coleta/lines.ts'
import type { FormLine } from '#parts/line/line.ts'
import { reckon, sum } from '#features/regulatory/collects/money/totals.ts'
import { funttelDay, fustDay, label, type Period } from '#parts/period/period.ts'
import { toast } from '#web/ui/toast.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import styles from '#features/regulatory/collects/money/finance.module.css'

interface Props {
  readonly period: Period
  readonly lines: readonly FormLine[]
  readonly regimeOf: (line: FormLine) => string
}

/** The month of all states together: what SFUST asks, and what is owed until when. */
export function Dues({ period, lines, regimeOf }: Props) {
  const all = lines.map(line => reckon(financeOf(line), regimeOf(line)))
  const of = (key: 'gross_billing' | 'icms' | 'pis' | 'confins' | 'fust') => sum(all.map(({ line }) => line[key]))
  const figures = [
    ['Receita bruta', of('gross_billing')],
    ['ICMS', of('icms')],
    ['PIS', of('pis')],
    ['COFINS', of('confins')],
    ['Base de cálculo', sum(all.map(({ base }) => base))],
  ] as const
  const owed = [
    ['FUST', of('fust'), fustDay(period)],
    ['FUNTTEL', sum(all.map(({ funttel }) => funttel)), funttelDay(period)],
  ] as const
  const copy = async () => {
    const table = figures.map(([name, value]) => `${name}\t${showDecimal(value, 2)}`).join('\n')
    try {
      await navigator.clipboard.writeText(table)
      toast('Valores do SFUST copiados')
    } catch {
      toast('O navegador não deixou copiar. Selecione os valores e copie.', { type: 'error' })
    }
  }
  return (
    <Card
      className={styles.dues}
      title={`SFUST de ${label(period)}`}
      beside={
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />}
          onClick={() => void copy()}
        >
          Copiar valores
        </Button>
      }
    >
      <Figures
        all={[
          ...figures.map(([name, value]) => [name, showMoney(value)] as const),
          ...owed.map(([name, value, due]) => [`${name}, até ${showDate(due)}`, strong(value)] as const),
        ]}
      />
    </Card>
  )
}

const strong = (value: number) => <strong>{showMoney(value)}</strong>
