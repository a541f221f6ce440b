import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { showDecimal, showInteger } from '#kernel/show.ts'
import { typedNumber } from '#kernel/typed.ts'
import { kinds, type Line } from '#features/collects/lines.ts'
import { fieldOf, withOwn, type Kind, type Options } from '#features/collects/useKinds.web.ts'
import styles from '#features/collects/accesses.module.css'

const shows = { speed: (value: number) => showDecimal(value), amount: showInteger } as const
type NumberKey = keyof typeof shows
export const numbers: readonly NumberKey[] = ['speed', 'amount']

interface Props {
  /** 'locations.0.accesses.3' */
  readonly name: string
  readonly line: Line
  readonly at: number
  readonly options: Options
  /** Messages under the row's inputs, by the end of their name: 'speed'. */
  readonly wrong: Readonly<Record<string, string>>
  readonly readOnly: boolean
  readonly onChange: (at: number, line: Line) => void
  readonly onRemove: (at: number) => void
}

/** Accesses of one kind: what they are, how fast, how many. */
export const AccessRow = memo(function AccessRow(props: Props) {
  const { name, line, at, wrong, readOnly, onChange, onRemove } = props
  const told = Object.values(wrong)
  return (
    <>
      <tr data-wrong={told.length > 0 || undefined}>
        {kinds.map(kind => (
          <td key={kind} data-label={fieldOf(kind)?.label}>
            <KindCell {...props} kind={kind} />
          </td>
        ))}
        {numbers.map(key => (
          <td key={key} data-label={fieldOf(key)?.label} className="num">
            {readOnly ? (
              showNumber(key, line[key])
            ) : (
              <NumberCell
                id={`${name}.${key}`}
                field={key}
                value={line[key]}
                wrong={key in wrong ? `${name}.wrong` : undefined}
                onChange={value => onChange(at, { ...line, [key]: value })}
              />
            )}
          </td>
        ))}
        {!readOnly && (
          <td className={styles.remove}>
            <ActionIcon aria-label={`Retirar a linha ${at + 1}`} onClick={() => onRemove(at)}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </td>
        )}
      </tr>
      {told.length > 0 && (
        <tr className={styles.wrong}>
          <td colSpan={8} id={`${name}.wrong`}>
            {Object.entries(wrong)
              .map(([key, message]) => `${fieldOf(key.replace(/_id$/, ''))?.label ?? ''}: ${message}`)
              .join(' ')}
          </td>
        </tr>
      )}
    </>
  )
})

const showNumber = (key: NumberKey, value: unknown) => (typeof value === 'number' ? shows[key](value) : '—')

/** A native list: quick by the hundred, and every keyboard and phone knows it. It is filled when somebody comes near. */
function KindCell({ name, line, at, options, wrong, readOnly, onChange, kind }: Props & { readonly kind: Kind }) {
  const [near, setNear] = useState(false)
  const key = `${kind}_id`
  const value = typeof line[key] === 'number' ? line[key] : ''
  const all = withOwn(options[kind], line, kind)
  const own = all.filter(({ id }) => id === value)
  if (readOnly) return own[0]?.name ?? '—'
  return (
    <select
      id={`${name}.${key}`}
      data-column={key}
      aria-label={fieldOf(kind)?.label}
      aria-invalid={key in wrong}
      aria-describedby={key in wrong ? `${name}.wrong` : undefined}
      value={value}
      onFocus={() => setNear(true)}
      onPointerEnter={() => setNear(true)}
      onChange={e =>
        onChange(at, { ...line, [key]: e.currentTarget.value === '' ? null : Number(e.currentTarget.value) })
      }
    >
      {value === '' && <option value="">Escolher…</option>}
      {(near ? all : own).map(({ id, name: said }) => (
        <option key={id} value={id}>
          {said}
        </option>
      ))}
    </select>
  )
}

interface NumberProps {
  readonly id: string
  readonly field: NumberKey
  readonly value: unknown
  /** The id of what says it is wrong. */
  readonly wrong: string | undefined
  readonly onChange: (value: unknown) => void
}

function NumberCell({ id, field, value, wrong, onChange }: NumberProps) {
  const [typing, setTyping] = useState<string | null>(null)
  const shown = typing ?? (typeof value === 'number' ? shows[field](value) : typeof value === 'string' ? value : '')
  return (
    <input
      id={id}
      data-column={field}
      aria-label={fieldOf(field)?.label}
      aria-invalid={wrong !== undefined}
      aria-describedby={wrong}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onFocus={e => e.currentTarget.select()}
      onBlur={() => setTyping(null)}
      onChange={e => {
        const typed = e.currentTarget.value
        setTyping(typed)
        onChange(typed.trim() === '' ? null : (typedNumber(typed) ?? typed))
      }}
    />
  )
}
