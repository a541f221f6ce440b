import { ActionIcon } from '@mantine/core'
import { IconCopy, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import {
  copiedFrom,
  isUnread,
  shownIn,
  typedIn,
  type GridColumn,
  type GridColumns,
} from '#features/regulatory/collects/grid/columns.ts'
import styles from '#features/regulatory/collects/grid/grid.module.css'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { AsideMark } from '#features/regulatory/collects/grid/GridRow.tsx'
import { fieldOfSpot, type Spot } from '#features/regulatory/collects/grid/rows.ts'
import type { Wrong } from '#features/regulatory/collects/grid/LineRefusal.tsx'
import { fieldOf, withOwn } from '#features/regulatory/collects/grid/useColumns.web.ts'
import type { FormLine } from '#parts/line/line.ts'
import { keyboardOf } from '#web/kinds/keyboard.ts'

interface Props {
  readonly at: number
  readonly row: number
  readonly line: FormLine
  readonly saved: FormLine | undefined
  readonly columns: GridColumns
  readonly wrong: Wrong
  readonly readOnly: boolean
  readonly onWrite: (spot: Spot, key: string, value: unknown, group: string) => void
  readonly onRemove: (spot: Spot) => void
  readonly onDuplicate: (spot: Spot) => void
  readonly onSetAside: (spot: Spot) => void
}

/** Accesses of one kind where there is no room for a grid: each cell an input with its name above. */
export const AccessCard = memo(function AccessCard(props: Props) {
  const { at, row, line, saved, columns, wrong, readOnly, onWrite, onRemove, onDuplicate, onSetAside } = props
  const name = fieldOfSpot({ at, row })
  const aside = !isCounted(line)
  const turn = aside ? 'Trazer de volta' : 'Deixar de fora'
  return (
    <fieldset className={styles.card} aria-label={`Linha ${row + 1}`} data-aside={aside || undefined}>
      {aside && <AsideMark />}
      {columns.map(column => {
        const { key } = column
        const bad = isUnread(line[key]) || key in wrong
        const changed = !readOnly && (!saved || saved[key] !== line[key])
        return (
          <label key={key} htmlFor={readOnly ? undefined : `${name}.${key}`} data-changed={changed || undefined}>
            <span>{fieldOf(column.name)?.label}</span>
            {readOnly ? (
              shownIn(line, column) || '—'
            ) : (
              <CardInput
                id={`${name}.${key}`}
                column={column}
                line={line}
                bad={bad}
                told={key in wrong ? `${name}.wrong` : undefined}
                onWrite={value => onWrite({ at, row }, key, value, `${name}.${key}`)}
              />
            )}
          </label>
        )
      })}
      {!readOnly && (
        <span className={styles.cardActs}>
          <ActionIcon aria-label={`${turn}: linha ${row + 1}`} onClick={() => onSetAside({ at, row })}>
            {aside ? <IconEye size={18} stroke={1.5} /> : <IconEyeOff size={18} stroke={1.5} />}
          </ActionIcon>
          <ActionIcon aria-label={`Duplicar a linha ${row + 1}`} onClick={() => onDuplicate({ at, row })}>
            <IconCopy size={18} stroke={1.5} />
          </ActionIcon>
          <ActionIcon aria-label={`Retirar a linha ${row + 1}`} onClick={() => onRemove({ at, row })}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        </span>
      )}
    </fieldset>
  )
})

interface CardInputProps {
  readonly id: string
  readonly column: GridColumn
  readonly line: FormLine
  readonly bad: boolean
  /** The id of what says it is wrong. */
  readonly told: string | undefined
  readonly onWrite: (value: unknown) => void
}

/** A native list, which every phone knows, or a number. */
function CardInput({ id, column, line, bad, told, onWrite }: CardInputProps) {
  const [typing, type] = useState<string | null>(null)
  const { key, options } = column
  const value = line[key]
  const common = { id, 'aria-invalid': bad, 'aria-describedby': told } as const
  if (!options)
    return (
      <input
        {...common}
        inputMode={keyboardOf(fieldOf(column.name)?.kind)}
        autoComplete="off"
        value={typing ?? copiedFrom(line, column)}
        onFocus={e => e.currentTarget.select()}
        onBlur={() => type(null)}
        onChange={e => {
          type(e.currentTarget.value)
          onWrite(typedIn(e.currentTarget.value, column))
        }}
      />
    )
  return (
    <select
      {...common}
      value={typeof value === 'number' ? value : ''}
      onChange={e => onWrite(e.currentTarget.value === '' ? null : Number(e.currentTarget.value))}
    >
      {typeof value !== 'number' && <option value="">{isUnread(value) ? `“${value}”?` : 'Escolher…'}</option>}
      {withOwn(options, line, column).map(option => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
