import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { ClientFiling } from '#features/regulatory/infrastructure/ClientFiling.tsx'
import { EveryFiling } from '#features/regulatory/infrastructure/EveryFiling.tsx'
import { useFilingLook, yearsKnown } from '#features/regulatory/infrastructure/useFilingLook.web.ts'
import styles from '#features/regulatory/infrastructure/infrastructure.module.css'

/** The yearly collection of infrastructure: who owes it, what is lacking, and the files of each year. */
export default function InfrastructureScreen() {
  const [look, change] = useFilingLook()
  const input = <YearInput value={look.year} onChange={year => change({ year })} />
  return look.client ? (
    <ClientFiling key={`${look.client} ${look.year}`} look={look} input={input} onLook={change} />
  ) : (
    <EveryFiling look={look} input={input} onLook={change} />
  )
}

function YearInput({ value, onChange }: { readonly value: number; readonly onChange: (to: number) => void }) {
  return (
    <div className={styles.year} role="group" aria-label="Ano de referência">
      <ActionIcon aria-label="Ano anterior" disabled={value <= yearsKnown.first} onClick={() => onChange(value - 1)}>
        <IconChevronLeft size={18} stroke={1.5} />
      </ActionIcon>
      <strong aria-live="polite">Referência {value}</strong>
      <ActionIcon aria-label="Ano seguinte" disabled={value >= yearsKnown.last} onClick={() => onChange(value + 1)}>
        <IconChevronRight size={18} stroke={1.5} />
      </ActionIcon>
    </div>
  )
}
