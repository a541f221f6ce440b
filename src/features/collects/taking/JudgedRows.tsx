import { useMemo, useState } from 'react'
import { meanings, type ColumnName } from '#features/collects/layout/layouts.ts'
import type { CheckedRow } from '#features/collects/layout/scm-check.ts'
import { CellInput } from '#features/collects/taking/CellInput.tsx'
import { chosen, isWarned, saidCorrection, saidCut, type Show } from '#features/collects/taking/preview.ts'
import type { Preview } from '#features/collects/taking/taking.ts'
import type { Taking } from '#features/collects/taking/useTaking.web.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import styles from '#parts/judged/judged.module.css'

const verdicts: Readonly<Record<CheckedRow['verdict'], readonly [Tone, string]>> = {
  refused: ['erro', 'Recusada'],
  corrected: ['info', 'Corrigida'],
  merged: ['neutro', 'Somada'],
  accepted: ['ok', 'Aceita'],
}
/** Drawn at a time: the longest file stays quick to look through. */
const size = 100

interface Props {
  readonly taking: Taking
  readonly preview: Preview
  readonly rows: readonly CheckedRow[]
  readonly show: Show
  /** Columns of the layout the file follows that are worth a look. */
  readonly columns: readonly ColumnName[]
}

/** The rows of the file, each with its verdict, what was corrected and what is wrong; what is wrong is corrected here. */
export function JudgedRows({ taking, preview, rows, show, columns }: Props) {
  const [page, turn] = useState(0)
  const { edits } = taking.told
  // What was just corrected stays in its place.
  const touched = useMemo(() => new Set(edits.map(({ line }) => line)), [edits])
  const found = useMemo(() => chosen(rows, show, touched), [rows, show, touched])
  const shown = found.slice(page * size, (page + 1) * size)
  return (
    <>
      <div className={`${styles.rows} ${styles.cards}`} tabIndex={0} role="region" aria-label="Linhas do arquivo">
        <table>
          <caption className="sr-only">Linhas do arquivo e o que se viu em cada uma</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                Linha
              </th>
              <th scope="col">Situação</th>
              {columns.map(name => (
                <th key={name} scope="col" title={meanings[name]}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map(row => (
            <Row
              key={row.line}
              row={row}
              columns={columns}
              taking={taking}
              tokens={preview.tokens}
              open={touched.has(row.line)}
            />
          ))}
        </table>
      </div>
      <Pages page={page + 1} size={size} total={found.length} note={saidCut(preview)} onPage={to => turn(to - 1)} />
    </>
  )
}

interface RowProps {
  readonly row: CheckedRow
  readonly columns: readonly ColumnName[]
  readonly taking: Taking
  readonly tokens: Preview['tokens']
  /** Every cell of it takes corrections, though it is accepted by now. */
  readonly open: boolean
}

function Row({ row, columns, taking, tokens, open }: RowProps) {
  const { line, verdict, cells, problems, corrections, mergedInto } = row
  const [tone, word] = verdicts[verdict]
  const toneOf = (name: string) =>
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
  const id = `linha-${line}`
  const valueOf = (name: ColumnName) =>
    toneOf(name) === 'info' ? (corrections.findLast(({ column }) => column === name)?.to ?? '') : (cells[name] ?? '')
  const narrow = columns.some(name => toneOf(name) !== undefined)
  const editable = (name: ColumnName) =>
    open ||
    problems.some(({ column }) => column === name || (column === null && verdict === 'refused')) ||
    toneOf(name) === 'info'
  return (
    <tbody>
      <tr data-narrow={narrow || undefined}>
        <th scope="row" className="num">
          {line}
        </th>
        <td>
          <StatusChip tone={isWarned(row) ? 'atencao' : tone}>{isWarned(row) ? `${word}, com aviso` : word}</StatusChip>
        </td>
        {columns.map(name => (
          <td key={name} data-tone={toneOf(name)} data-label={meanings[name]} className="id">
            {editable(name) ? (
              <CellInput
                column={name}
                value={valueOf(name)}
                tokens={tokens}
                label={`${meanings[name]}, linha ${line}`}
                wrong={toneOf(name) === 'erro'}
                told={told.length ? id : undefined}
                onCommit={value => void taking.edit({ line, column: name, value })}
              />
            ) : (
              (cells[name] ?? '')
            )}
          </td>
        ))}
      </tr>
      {told.length > 0 && (
        <tr className={styles.told}>
          <td colSpan={columns.length + 2} id={id}>
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
