import { Button, Select, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { Whose } from '#features/regulatory/month/Whose.tsx'
import { widths } from '#web/constants.ts'
import styles from '#features/regulatory/month/quadro.module.css'

interface Narrowed {
  readonly words: string
  /** The name of a company; '' for all. */
  readonly empresa: string
  /** `minhas`, `ninguem`, or somebody's id; '' for everybody's. */
  readonly whose: string
}
interface Props extends Narrowed {
  readonly rows: readonly MonthRow[]
  readonly onWords: (words: string) => void
  readonly onMove: (to: Partial<Narrowed>) => void
}

/** What the board is narrowed to. Each field shows its name while it is empty. */
export const QuadroFilters = ({ rows, words, empresa, whose, onWords, onMove }: Props) => (
  <Folded used={[words, empresa, whose].filter(Boolean).length}>
    <TextInput
      className={`${styles.narrowing} ${styles.search}`}
      aria-label="Buscar"
      placeholder="Cliente, fistel ou empresa"
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      value={words}
      onChange={e => onWords(e.currentTarget.value)}
    />
    <Companies rows={rows} chosen={empresa} onChoose={to => onMove({ empresa: to })} />
    <Whose rows={rows} chosen={whose} onChoose={to => onMove({ whose: to })} />
  </Folded>
)

/** On a phone folded away: what is looked for first is the month. `used`: how many fields hold something. */
function Folded({ used, children }: { readonly used: number; readonly children: ReactNode }) {
  const narrow = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!narrow) return children
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {used ? `Filtrar (${used})` : 'Filtrar'}
      </Button>
      <div id={id} className={styles.fold} hidden={!open}>
        {children}
      </div>
    </>
  )
}

interface CompaniesProps {
  readonly rows: readonly MonthRow[]
  readonly chosen: string
  readonly onChoose: (name: string) => void
}
/** Only where there is more than one to choose from, or one was chosen in another month. */
function Companies({ rows, chosen, onChoose }: CompaniesProps) {
  const names = [...new Set([...rows.flatMap(({ empresa }) => empresa ?? []), ...(chosen ? [chosen] : [])])]
  if (names.length < 2 && !chosen) return null
  return (
    <Select
      className={styles.narrowing}
      aria-label="Empresa"
      placeholder="Empresa"
      clearable
      data={names.toSorted((one, other) => one.localeCompare(other, 'pt-BR'))}
      value={chosen || null}
      onChange={name => onChoose(name ?? '')}
    />
  )
}
