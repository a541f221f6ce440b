import { useMemo, useState } from 'react'
import { meanings, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import type { CheckedRow } from '#features/regulatory/anatel/check.ts'
import { CellInput } from '#features/regulatory/intake/CellInput.tsx'
import {
  rowsToShow,
  isWarned,
  correctionInWords,
  cutInWords,
  cellWords,
  type Show,
} from '#features/regulatory/collects/intake/preview.ts'
import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import type { CollectIntake } from '#features/regulatory/collects/intake/useIntake.web.ts'
import { lineName, type TableFacts } from '#parts/table/table.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { Table, type Column } from '#web/table/Table.tsx'
import { lineColumn } from '#parts/verdicts/lineColumn.web.ts'
import styles from '#parts/verdicts/verdicts.module.css'

const verdicts: Readonly<Record<CheckedRow['verdict'], readonly [Tone, string]>> = {
  refused: ['erro', 'Recusada'],
  corrected: ['info', 'Corrigida'],
  merged: ['neutro', 'Somada'],
  accepted: ['ok', 'Aceita'],
}
/** Drawn at a time: the longest file stays quick to look through. */
const size = 100

interface Props {
  readonly intake: CollectIntake
  readonly preview: Preview
  readonly rows: readonly CheckedRow[]
  readonly show: Show
  /** Columns of the layout the file follows that are worth a look. */
  readonly columns: readonly ColumnName[]
}

/** The rows of the file, each with its verdict, what was corrected and what is wrong; what is wrong is corrected here. */
export function JudgedRows({ intake, preview, rows, show, columns }: Props) {
  const [page, turn] = useState(0)
  const { edits } = intake.told
  // What was just corrected stays in its place.
  const touched = useMemo(() => new Set(edits.map(({ line }) => line)), [edits])
  const found = useMemo(() => rowsToShow(rows, show, touched), [rows, show, touched])
  const shown = found.slice(page * size, (page + 1) * size)
  return (
    <>
      <Table
        label="Linhas do arquivo"
        caption="Linhas do arquivo e o que se viu em cada uma"
        columns={[
          lineColumn<CheckedRow>(({ line }) => lineName(preview.facts, line)),
          { key: 'verdict', title: 'Situação', phone: 'half', cell: row => <Verdict row={row} /> },
          ...columns.map((name): Column<CheckedRow> => ({
            key: name,
            title: <span title={meanings[name]}>{name}</span>,
            label: meanings[name],
            className: 'id',
            cell: row =>
              touched.has(row.line) || mayEdit(row, name) ? (
                <CellInput
                  column={cellWords(name, preview)}
                  value={valueOf(row, name)}
                  label={`${meanings[name]}, linha ${lineName(preview.facts, row.line)}`}
                  wrong={toneOf(row, name) === 'erro'}
                  told={saidOf(row).length ? `linha-${row.line}` : undefined}
                  onCommit={value => void intake.edit({ line: row.line, column: name, value })}
                />
              ) : (
                (row.cells[name] ?? '')
              ),
            told: row => ({ 'data-tone': toneOf(row, name) }),
          })),
        ]}
        rows={shown}
        keyOf={({ line }) => line}
        told={row => ({ 'data-narrow': columns.some(name => toneOf(row, name)) || undefined })}
        below={row => saidOf(row).length > 0 && <Said row={row} facts={preview.facts} />}
        look="scrolling"
        cards
        className={styles.rows}
      />
      <Pages page={page + 1} size={size} total={found.length} note={cutInWords(preview)} onPage={to => turn(to - 1)} />
    </>
  )
}

function Verdict({ row }: { readonly row: CheckedRow }) {
  const [tone, word] = verdicts[row.verdict]
  return <StatusChip tone={isWarned(row) ? 'atencao' : tone}>{isWarned(row) ? `${word}, com aviso` : word}</StatusChip>
}

interface SaidProps {
  readonly row: CheckedRow
  readonly facts: TableFacts | null
}
const Said = ({ row, facts }: SaidProps) => (
  <div id={`linha-${row.line}`} className={styles.told}>
    {saidOf(row, facts).map((each, at) => (
      <p key={at} data-problem={at < row.problems.length || undefined}>
        {each}
      </p>
    ))}
  </div>
)

const saidOf = ({ problems, corrections, mergedInto }: CheckedRow, facts: TableFacts | null = null) => [
  ...problems.map(({ message, fix }) => (fix && !message.includes(fix) ? `${message} Escreva ${fix}.` : message)),
  ...corrections.map(correctionInWords),
  ...(mergedInto === undefined
    ? []
    : [`Igual à linha ${lineName(facts, mergedInto)}: os acessos foram somados a ela.`]),
]

function toneOf({ verdict, problems, corrections }: CheckedRow, name: ColumnName) {
  if (problems.some(({ column }) => column === name)) return verdict === 'refused' ? 'erro' : 'atencao'
  return corrections.some(({ column }) => column === name) ? 'info' : undefined
}

const valueOf = (row: CheckedRow, name: ColumnName) =>
  toneOf(row, name) === 'info'
    ? (row.corrections.findLast(({ column }) => column === name)?.to ?? '')
    : (row.cells[name] ?? '')

const mayEdit = (row: CheckedRow, name: ColumnName) =>
  row.problems.some(({ column }) => column === name || (column === null && row.verdict === 'refused')) ||
  toneOf(row, name) === 'info'
