import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { showInteger } from '#kernel/show.ts'
import { chosen, columnsIn, isWarned, saidCorrection, type Show } from '#features/collects/preview.ts'
import type { ColumnName } from '#features/collects/layouts.ts'
import type { CheckedRow } from '#features/collects/scm-check.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import styles from '#features/collects/upload.module.css'

const verdicts: Readonly<Record<CheckedRow['verdict'], readonly [Tone, string]>> = {
  refused: ['erro', 'Recusada'],
  corrected: ['info', 'Corrigida'],
  merged: ['neutro', 'Somada'],
  accepted: ['ok', 'Aceita'],
}
/** Drawn at a time: the longest file stays quick to look through. */
const size = 100

interface Props {
  readonly rows: readonly CheckedRow[]
  readonly show: Show
  readonly complete: boolean
  /** Id of the layout the file's header follows. */
  readonly header: string | undefined
}

/** The rows of the file, each with its verdict, what was corrected and what is wrong. */
export function JudgedRows({ rows, show, complete, header }: Props) {
  const columns = columnsIn(header)
  const [page, turn] = useState(0)
  const found = useMemo(() => chosen(rows, show), [rows, show])
  const shown = found.slice(page * size, (page + 1) * size)
  return (
    <>
      <div className={styles.rows} tabIndex={0} role="region" aria-label="Linhas do arquivo">
        <table>
          <caption className="sr-only">Linhas do arquivo e o que se viu em cada uma</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                Linha
              </th>
              <th scope="col">Situação</th>
              {columns.map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map(row => (
            <Row key={row.line} row={row} columns={columns} />
          ))}
        </table>
      </div>
      <div className={styles.pages}>
        <span className="meta">
          {found.length > 0 &&
            `${showInteger(page * size + 1)}–${showInteger(page * size + shown.length)} de ${showInteger(found.length)}. `}
          {!complete &&
            'O arquivo é longo: as linhas aceitas sem ressalva ficam de fora desta lista, e entram na coleta.'}
        </span>
        {found.length > size && (
          <>
            <Button variant="default" disabled={page === 0} onClick={() => turn(page - 1)}>
              Anteriores
            </Button>
            <Button variant="default" disabled={(page + 1) * size >= found.length} onClick={() => turn(page + 1)}>
              Próximas
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function Row({ row, columns }: { readonly row: CheckedRow; readonly columns: readonly ColumnName[] }) {
  const { line, verdict, cells, problems, corrections, mergedInto } = row
  const [tone, word] = verdicts[verdict]
  const touched = (name: string) =>
    problems.some(({ column }) => column === name)
      ? verdict === 'refused'
        ? 'erro'
        : 'atencao'
      : corrections.some(({ column }) => column === name)
        ? 'info'
        : undefined
  const told = [
    ...problems.map(({ message, fix }) => (fix && !message.includes(fix) ? `${message} Escreva ${fix}.` : message)),
    ...corrections.map(saidCorrection),
    ...(mergedInto === undefined ? [] : [`Igual à linha ${mergedInto}: os acessos foram somados a ela.`]),
  ]
  return (
    <tbody>
      <tr>
        <th scope="row" className="num">
          {line}
        </th>
        <td>
          <StatusChip tone={isWarned(row) ? 'atencao' : tone}>{isWarned(row) ? `${word}, com aviso` : word}</StatusChip>
        </td>
        {columns.map(name => (
          <td key={name} data-tone={touched(name)} className="id">
            {cells[name] ?? ''}
          </td>
        ))}
      </tr>
      {told.length > 0 && (
        <tr className={styles.told}>
          <td colSpan={columns.length + 2}>
            {told.map((each, at) => (
              <p key={at} data-problem={at < problems.length || undefined}>
                {each}
              </p>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
}
