import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { count } from '#kernel/text.ts'
import { groupKey, lines, whereOf, type RowsLook, type ProblemGroup } from '#features/imports/review/review.ts'
import type { Importing } from '#features/imports/review/useImport.web.ts'
import { importRules } from '#features/imports/section/section.ts'
import styles from '#features/imports/section/imports.module.css'

interface Props {
  readonly groups: readonly ProblemGroup[]
  readonly header: readonly string[]
  readonly mapping: readonly (string | null)[]
  readonly importing: Importing
  readonly look: RowsLook
  readonly onLook: (look: RowsLook) => void
}

/** All that is wrong, by column and rule: a click shows the rows, a value is put right in all of them at once. */
export const Problems = ({ groups, mapping, importing, look, onLook }: Props) => (
  <ul className={styles.problems} aria-label="O que está errado">
    {groups.map(group => {
      const key = groupKey(group)
      const at = group.column === null ? -1 : mapping.indexOf(group.column)
      const shown = look.problem === key
      return (
        <li key={key}>
          <button
            type="button"
            aria-pressed={shown}
            onClick={() => onLook(shown ? { page: 1 } : { page: 1, problem: key })}
          >
            <strong>
              {group.label}: {importRules[group.rule].toLowerCase()}
            </strong>
            <span>
              {count(group.rows, lines)}, {whereOf(group)}
            </span>
          </button>
          {shown && (
            <div className={styles.values}>
              <p>{group.message}</p>
              {at >= 0 &&
                group.values.map(({ value, rows }) => (
                  <Swap
                    key={value}
                    value={value}
                    rows={rows}
                    at={at}
                    importing={importing}
                    onDone={() => group.values.length === 1 && onLook({ page: 1 })}
                  />
                ))}
            </div>
          )}
        </li>
      )
    })}
  </ul>
)

interface SwapProps {
  readonly value: string
  readonly rows: number
  readonly at: number
  readonly importing: Importing
  readonly onDone: () => void
}
/** One value, and what it should have been, in every refused row that has it. */
function Swap({ value, rows, at, importing, onDone }: SwapProps) {
  const [to, type] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void importing.act('corrigir', { at, from: value, to }, { tell: true }).then(ok => ok && onDone())
      }}
    >
      <TextInput label={`Trocar “${value}” por`} value={to} onChange={e => type(e.currentTarget.value)} size="xs" />
      <Button type="submit" variant="default" size="xs" disabled={importing.doing !== null || to.trim() === ''}>
        {rows === 1 ? 'Trocar' : `Trocar nas ${rows} linhas`}
      </Button>
    </form>
  )
}
