import { useId, useState, type KeyboardEvent } from 'react'
import type { ColumnName } from '#features/anatel/layouts.ts'
import type { Preview } from '#features/collects/intake/intake.ts'
import { useRefOptions } from '#web/kinds/useRef.ts'
import own from '#features/collects/intake/intake.module.css'
import styles from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly column: ColumnName
  readonly value: string
  readonly tokens: Preview['tokens']
  readonly label: string
  readonly wrong: boolean
  /** The id of what says why. */
  readonly told?: string | undefined
  readonly onCommit: (value: string) => void
}

const numeric: readonly ColumnName[] = ['CNPJ', 'ANO', 'MES', 'ACESSOS']

/** One cell of a file, with the input its column asks for; what is written counts on Enter or on leaving. */
export function CellInput({ column, value, tokens, label, wrong, told, onCommit }: Props) {
  const known = Object.entries(tokens).find(([name]) => name === column)?.[1]
  const base = {
    className: column === 'COD_IBGE' ? `${styles.cell} ${own.place}` : styles.cell,
    'data-column': column,
    'aria-label': label,
    'aria-invalid': wrong,
    'aria-describedby': told,
  } as const
  if (known)
    return (
      <select {...base} value={known.includes(value) ? value : ''} onChange={e => onCommit(e.currentTarget.value)}>
        {!known.includes(value) && <option value="">{value || 'Escolher…'}</option>}
        {known.map(token => (
          <option key={token}>{token}</option>
        ))}
      </select>
    )
  return <TextCell key={value} base={base} column={column} value={value} onCommit={onCommit} />
}

interface TextProps extends Pick<Props, 'column' | 'value' | 'onCommit'> {
  readonly base: object
}

function TextCell({ base, column, value, onCommit }: TextProps) {
  const [typed, type] = useState(value)
  const list = useId()
  const isPlace = column === 'COD_IBGE'
  const { data = [] } = useRefOptions('cities', { search: typed }, isPlace && typed !== value && typed.length > 2)
  const commit = () => typed !== value && onCommit(typed)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      commit()
    }
    if (event.key === 'Escape' && typed !== value) {
      event.stopPropagation()
      type(value)
    }
  }
  return (
    <>
      <input
        {...base}
        value={typed}
        list={isPlace ? list : undefined}
        placeholder={isPlace ? 'Município/UF' : undefined}
        inputMode={numeric.includes(column) ? 'numeric' : undefined}
        autoComplete="off"
        onChange={e => type(e.currentTarget.value)}
        onBlur={commit}
        onKeyDown={press}
      />
      {isPlace && (
        <datalist id={list}>
          {data.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
