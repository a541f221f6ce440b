import { useId, useState, type KeyboardEvent } from 'react'
import type { ColumnWords } from '#features/regulatory/intake/mapping.ts'
import { useRefOptions } from '#web/kinds/useRef.ts'
import styles from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly column: ColumnWords
  readonly value: string
  readonly label: string
  readonly wrong: boolean
  /** The id of what says why. */
  readonly told?: string | undefined
  readonly onCommit: (value: string) => void
}

/** One cell of a file, with the input its column asks for; what is written counts on Enter or on leaving. */
export function CellInput({ column, value, label, wrong, told, onCommit }: Props) {
  const { words } = column
  const base = {
    className: styles.cell,
    'data-of': column.of,
    'aria-label': label,
    'aria-invalid': wrong,
    'aria-describedby': told,
  } as const
  if (words)
    return (
      <select {...base} value={words.includes(value) ? value : ''} onChange={e => onCommit(e.currentTarget.value)}>
        {!words.includes(value) && <option value="">{value || 'Escolher…'}</option>}
        {words.map(word => (
          <option key={word}>{word}</option>
        ))}
      </select>
    )
  return <TextCell key={value} base={base} column={column} value={value} onCommit={onCommit} />
}

interface TextProps extends Pick<Props, 'column' | 'value' | 'onCommit'> {
  readonly base: object
}

function TextCell({ base, column: { of, numeric }, value, onCommit }: TextProps) {
  const [typed, type] = useState(value)
  const list = useId()
  const { data = [] } = useRefOptions(of ?? '', { search: typed }, !!of && typed !== value && typed.length > 2)
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
        list={of ? list : undefined}
        placeholder={of === 'cities' ? 'Município/UF' : undefined}
        inputMode={numeric ? 'numeric' : undefined}
        autoComplete="off"
        onChange={e => type(e.currentTarget.value)}
        onBlur={commit}
        onKeyDown={press}
      />
      {of && (
        <datalist id={list}>
          {data.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
