import { Button } from '@mantine/core'
import { meanings } from '#features/collects/layout/layouts.ts'
import { plural } from '#features/collects/said.ts'
import { CellInput } from '#features/collects/taking/CellInput.tsx'
import { translationKey } from '#features/collects/taking/mapping.ts'
import type { Columns, Preview, Seen } from '#features/collects/taking/taking.ts'
import styles from '#features/collects/taking/taking.module.css'
import type { Taking } from '#features/collects/taking/useTaking.web.ts'

interface Props {
  readonly taking: Taking
  readonly preview: Preview
  readonly columns: Columns
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
      <table>
        <thead>
          <tr>
            <th scope="col">No arquivo</th>
            <th scope="col">Na coleta</th>
            <th scope="col" className="num">
              Linhas
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map(seen => (
            <tr key={`${seen.column} ${seen.from}`} data-missing={seen.to === null || undefined}>
              <th scope="row">
                {seen.from}
                <small>{meanings[seen.column]}</small>
              </th>
              <td data-label="Na coleta">
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
              </td>
              <td data-label="Linhas" className="num">
                {seen.count}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
