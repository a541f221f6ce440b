import { Select } from '@mantine/core'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { useMine } from '#parts/person/useMine.web.ts'
import styles from '#features/regulatory/month/quadro.module.css'

const mine = 'minhas'
const nobodyValue = 'ninguem'

/** Is the row among those looked at? `whose` is `minhas`, `ninguem`, somebody's id, or '' for everybody's; `people`, those whose work is the reader's. */
export function isOf({ person }: MonthRow, whose: string, people: readonly number[]): boolean {
  if (whose === '') return true
  if (whose === nobodyValue) return person === null
  return person !== null && (whose === mine ? people.includes(person.id) : String(person.id) === whose)
}

interface Props {
  readonly rows: readonly MonthRow[]
  readonly chosen: string
  readonly onChoose: (whose: string) => void
}
/** Whose coletas are shown. */
export function Whose({ rows, chosen, onChoose }: Props) {
  const { people } = useMine()
  const known = new Map(rows.flatMap(({ person }) => (person ? [[String(person.id), person.name] as const] : [])))
  if (!known.size && !chosen) return null
  if (chosen !== '' && ![mine, nobodyValue].includes(chosen) && !known.has(chosen)) known.set(chosen, 'Outra pessoa')
  const names = [...known].map(([value, label]) => ({ value, label }))
  return (
    <Select
      className={styles.narrowing}
      aria-label="Responsável"
      placeholder="Responsável"
      clearable
      searchable={names.length > 7}
      data={[
        ...(people.length ? [{ value: mine, label: 'Só minhas' }] : []),
        { value: nobodyValue, label: 'Sem responsável' },
        ...names.toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR')),
      ]}
      value={chosen || null}
      onChange={whose => onChoose(whose ?? '')}
    />
  )
}
