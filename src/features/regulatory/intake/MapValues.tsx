import { Button } from '@mantine/core'
import { count as counted } from '#kernel/text.ts'
import { CellInput } from '#features/regulatory/intake/CellInput.tsx'
import { type ColumnToMap, type Seen, withTranslation, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props<Key extends string> {
  readonly columns: readonly (ColumnToMap & { readonly key: Key })[]
  readonly mapping: Mapping<Key>
  readonly values: readonly Seen<Key>[]
  readonly onMap: (mapping: Mapping<Key>) => void
}

const unknownText = {
  one: 'valor que não se reconheceu',
  many: 'valores que não se reconheceram',
  gender: 'm',
} as const

/** Translates a file's own values, once: the next file reuses it. */
export function MapValues<Key extends string>({ columns, mapping, values, onMap }: Props<Key>) {
  if (!values.length) return null
  const unknown = values.filter(({ to }) => to === null).length
  const columnOf = (key: Key) => columns.find(column => column.key === key)
  const labelOf = (key: Key) => columnOf(key)?.label ?? key
  const say = ({ column, from }: Seen<Key>, to: string) => onMap(withTranslation(mapping, { column, from, to }))
  return (
    <>
      <h3>
        Valores do arquivo
        <span>{unknown ? counted(unknown, unknownText) : 'todos reconhecidos'}</span>
      </h3>
      <Table
        label="Valores do arquivo"
        columns={[
          {
            key: 'from',
            title: 'No arquivo',
            names: true,
            className: styles.known,
            cell: ({ from, column }) => (
              <>
                {from}
                <small>{labelOf(column)}</small>
              </>
            ),
          },
          {
            key: 'to',
            title: 'No sistema',
            phone: 'line',
            className: styles.given,
            cell: seen => (
              <>
                <CellInput
                  column={columnOf(seen.column) ?? {}}
                  value={seen.to ?? ''}
                  label={`${labelOf(seen.column)}: ${seen.from}`}
                  wrong={seen.to === null}
                  onCommit={to => say(seen, to)}
                />
                {seen.said && <p>{seen.said}</p>}
                {seen.among && seen.among.length > 0 && (
                  <div className={styles.among} role="group" aria-label={`O que ${seen.from} pode ser`}>
                    {seen.among.map(name => (
                      <Button key={name} variant="default" size="compact-sm" onClick={() => say(seen, name)}>
                        {name}
                      </Button>
                    ))}
                  </div>
                )}
              </>
            ),
          },
          { key: 'count', title: 'Linhas', label: 'Linhas', numeric: true, cell: ({ count }) => count },
        ]}
        rows={values}
        keyOf={({ column, from }) => `${column} ${from}`}
        told={({ to }) => ({ 'data-tone': to === null ? 'erro' : undefined })}
        cards
      />
    </>
  )
}
