import { ActionIcon, InputWrapper, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { next, previous, type Period } from '#parts/period/period.ts'
import styles from '#features/collects/coleta/collects.module.css'

const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
].map((label, i) => ({ value: String(i + 1), label }))
/** How far from the year shown the list goes. */
const reach = 5

interface Props {
  readonly value: Period
  /** What the month is of: a competência, unless told. */
  readonly label?: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly onChange: (period: Period) => void
}

/** A competência: month and year, with the one before and the one after a click away. */
export function PeriodInput({ value, label = 'Competência', hint, error, onChange }: Props) {
  const years = Array.from({ length: reach * 2 + 1 }, (_, i) => String(value.year - reach + i))
  return (
    <InputWrapper label={label} labelElement="div" description={hint} error={error}>
      <div className={styles.period} role="group" aria-label={label}>
        <ActionIcon aria-label="Mês anterior" onClick={() => onChange(previous(value))}>
          <IconChevronLeft size={18} stroke={1.5} />
        </ActionIcon>
        <Select
          id="month"
          aria-label="Mês"
          maw={144}
          data={months}
          allowDeselect={false}
          maxDropdownHeight={320}
          value={String(value.month)}
          onChange={month => month && onChange({ ...value, month: Number(month) })}
        />
        <Select
          id="year"
          aria-label="Ano"
          maw={104}
          data={years}
          allowDeselect={false}
          value={String(value.year)}
          onChange={year => year && onChange({ ...value, year: Number(year) })}
        />
        <ActionIcon aria-label="Mês seguinte" onClick={() => onChange(next(value))}>
          <IconChevronRight size={18} stroke={1.5} />
        </ActionIcon>
      </div>
    </InputWrapper>
  )
}
