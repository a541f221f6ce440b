import { Button } from '@mantine/core'
import { meanings } from '#features/anatel/layouts.ts'
import { plural } from '#features/collects/coleta/said.ts'
import { CellInput } from '#features/collects/intake/CellInput.tsx'
import { translationKey } from '#features/collects/intake/mapping.ts'
import type { ColumnChoices, Preview, Seen } from '#features/collects/intake/intake.ts'
import { Table } from '#web/table/Table.tsx'
import styles from '#features/collects/intake/intake.module.css'
import type { Taking } from '#features/collects/intake/useIntake.web.ts'

interface Props {
  readonly taking: Taking
  readonly preview: Preview
  readonly columns: ColumnChoices
}

/** What the file writes in its own words, and what goes in the coleta: also said once. */
export function MapValues({ taking, preview, columns: { mapping, values } }: Props) {
  if (!values.length) return null
  const unknown = values.filter(({ to }) => to === null).length
  const say = ({ column, from }: Seen, to: string) => {
    const others = mapping.values.filter(
      each => translationKey(each.column, each.from) !== translationKey(column, from),
    )
    void taking.map({ ...mapping, values: to.trim() === '' ? others : [...others, { column, from, to: to.trim() }] })
  }
  return (
    <>
      <h3>
        Valores do arquivo
        <span>
          {unknown
            ? plural(unknown, 'valor que não se reconheceu', 'valores que não se reconheceram')
            : 'todos reconhecidos'}
        </span>
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
                <small>{meanings[column]}</small>
              </>
            ),
          },
          {
            key: 'to',
            title: 'Na coleta',
            phone: 'line',
            className: styles.given,
            cell: seen => (
              <>
                <CellInput
                  column={seen.column}
                  value={seen.to ?? ''}
                  tokens={preview.tokens}
                  label={`${meanings[seen.column]}: ${seen.from}`}
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
