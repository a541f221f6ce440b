import { ActionIcon, InputWrapper, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { label as monthLabel, next, previous, type Period } from '#parts/period/period.ts'
import styles from '#features/regulatory/collects/coleta/collects.module.css'

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
  /** Labels the month; 'Competência' by default. */
  readonly label?: string
  readonly hint?: string
  readonly error?: string | undefined
  /** Month and year in one list, and the label heard alone: for a bar, where room is scarce. */
  readonly joined?: boolean
  readonly onChange: (period: Period) => void
}

/** A competência: month and year, with the one before and the one after a click away. */
export function PeriodInput({ value, label = 'Competência', hint, error, joined = false, onChange }: Props) {
  return (
    <InputWrapper {...(!joined && { label, labelElement: 'div' })} description={hint} error={error}>
      <div className={styles.period} role="group" aria-label={label}>
        <ActionIcon aria-label="Mês anterior" onClick={() => onChange(previous(value))}>
          <IconChevronLeft size={18} stroke={1.5} />
        </ActionIcon>
        {joined ? (
          <JoinedMonth value={value} label={label} onChange={onChange} />
        ) : (
          <MonthAndYear value={value} onChange={onChange} />
        )}
        <ActionIcon aria-label="Mês seguinte" onClick={() => onChange(next(value))}>
          <IconChevronRight size={18} stroke={1.5} />
        </ActionIcon>
      </div>
    </InputWrapper>
  )
}

const yearsNear = (year: number) => Array.from({ length: reach * 2 + 1 }, (_, i) => String(year - reach + i))

function MonthAndYear({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  return (
    <>
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
        data={yearsNear(value.year)}
        allowDeselect={false}
        value={String(value.year)}
        onChange={year => year && onChange({ ...value, year: Number(year) })}
      />
    </>
  )
}

/** 'out/2026', of the years near it. */
function JoinedMonth({ value, label, onChange }: Pick<Props, 'value' | 'label' | 'onChange'>) {
  const data = yearsNear(value.year).map(year => ({
    group: year,
    items: months.map(({ value: month }) => ({
      value: `${year}-${month}`,
      label: monthLabel({ year: Number(year), month: Number(month) }),
    })),
  }))
  return (
    <Select
      aria-label={label}
      w={136}
      data={data}
      allowDeselect={false}
      maxDropdownHeight={320}
      value={`${value.year}-${value.month}`}
      onChange={chosen => {
        const [year, month] = (chosen ?? '').split('-').map(Number)
        if (year && month) onChange({ year, month })
      }}
    />
  )
}
