import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { count } from '#kernel/text.ts'
import type { RowsLook } from '#features/platform/imports/section/api.ts'
import type { Review, ReviewRow } from '#features/platform/imports/section/schema.ts'
import { lines, stateOfRow } from '#features/platform/imports/review/review.ts'
import type { Importing } from '#features/platform/imports/review/useImport.web.ts'
import { columnAt, type ImportSection, type TemplateColumn } from '#features/platform/imports/section/section.ts'
import { CellInput } from '#features/regulatory/intake/CellInput.tsx'
import { wordsOfField, keysAt, titlesOf } from '#features/regulatory/intake/mapping.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { Counters } from '#parts/verdicts/Counters.tsx'
import { lineColumn } from '#parts/verdicts/lineColumn.web.ts'
import styles from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly section: ImportSection
  readonly review: Review
  readonly importing: Importing
  readonly look: RowsLook
  readonly onLook: (look: RowsLook) => void
  /** Refused cells may be put right here. */
  readonly correct: boolean
}

/** What may be narrowed to while rows are judged, and once they were written. */
const judged = [
  ['criar', 'a criar', 'a criar'],
  ['atualizar', 'a atualizar', 'a atualizar'],
  ['igual', 'sem mudança', 'sem mudança'],
  ['recusada', 'recusada', 'recusadas'],
] as const
const settled = [
  ['feita', 'gravada', 'gravadas'],
  ['desfeita', 'desfeita', 'desfeitas'],
  ['mantida', 'mantida', 'mantidas'],
  ['igual', 'sem mudança', 'sem mudança'],
  ['recusada', 'recusada', 'recusadas'],
  ['falhou', 'falhou', 'falharam'],
] as const

/** The file's rows, what is wrong first: narrowed by verdict, a page at a time. */
export function RowTable({ section, review, importing, look, onLook, correct }: Props) {
  const { data, total, page, size, header, counts, units } = review
  const keys = keysAt(review.mapping, header)
  // The row all of whose cells may be put right; of the others those that are wrong.
  const [opened, open] = useState<number | null>(null)
  const isMended = ({ verdict, state }: ReviewRow) => correct && verdict === 'recusada' && state === null
  const titles = titlesOf(header)
  const wrong = new Set(review.groups.map(({ column }) => column))
  const over = settled.some(([state]) => state !== 'igual' && state !== 'recusada' && units[state])
  const howMany = (verdict: string) => counts[verdict] ?? units[verdict] ?? 0
  const narrowings = (over ? settled : judged)
    .filter(([verdict]) => howMany(verdict) > 0)
    .map(([show, one, many]) => {
      const [tone] = stateOfRow({ verdict: show, state: show })
      return { show, said: count(howMany(show), { one, many, gender: 'f' }), tone }
    })
  return (
    <>
      <Counters
        counters={[{ show: '', said: count(review.rows, lines) }, ...narrowings]}
        shown={look.verdict ?? (look.problem ? null : '')}
        onShow={verdict => onLook({ page: 1, ...(verdict && { verdict }) })}
      />
      <Table
        label="Linhas do arquivo"
        columns={[
          lineColumn<ReviewRow>(({ row }) => row),
          { key: 'standing', title: 'Situação', phone: 'half', cell: row => <Standing row={row} section={section} /> },
          ...placesFirst(keys, wrong).map(at =>
            fileColumn({
              at,
              name: titles[at] ?? '',
              column: columnAt(section, keys[at] ?? ''),
              editing: row => (isMended(row) ? (row.row === opened ? 'todas' : 'erradas') : 'nenhuma'),
              wrong: wrong.has(keys[at] ?? ''),
              onCommit: (row, to) => void importing.correct({ rows: [row], at, to }),
            }),
          ),
        ]}
        rows={data}
        keyOf={({ row }) => row}
        below={row =>
          isToldOf(row) && (
            <Told row={row}>
              {isMended(row) && row.row !== opened && (
                <Button variant="subtle" size="compact-sm" onClick={() => open(row.row)}>
                  Corrigir outra célula da linha {row.row}
                </Button>
              )}
            </Told>
          )
        }
        look="scrolling"
        cards
        className={`${styles.rows} ${styles.roomy}`}
      />
      <Pages
        page={page}
        size={size}
        total={total}
        none="Nenhuma linha assim."
        onPage={to => onLook({ ...look, page: to })}
      />
    </>
  )
}

interface FileColumn {
  /** Its place in the file. */
  readonly at: number
  readonly name: string
  /** The one of ours that comes from it. */
  readonly column: TemplateColumn | undefined
  /** Whether something in it is to be put right. */
  readonly wrong: boolean
  /** Which cells of a row are inputs. */
  readonly editing: (row: ReviewRow) => 'todas' | 'erradas' | 'nenhuma'
  readonly onCommit: (row: number, to: string) => void
}

/** A column of the file: a cell to be put right is an input, and the others are text. */
function fileColumn({ at, name, column, wrong, editing, onCommit }: FileColumn): Column<ReviewRow> {
  const isOf = (found: readonly { readonly column: string | null }[]) =>
    column !== undefined && found.some(({ column: key }) => key === column.key)
  const isWrong = ({ problems }: ReviewRow) => isOf(problems)
  return {
    key: String(at),
    title: name,
    label: name,
    className: column ? undefined : styles.out,
    ...(wrong && { phone: 'line' as const }),
    cell: row => {
      const text = row.cells[at] ?? ''
      const cells = editing(row)
      if (column && (cells === 'todas' || (cells === 'erradas' && isWrong(row))))
        return (
          <CellInput
            column={wordsOfField(column.field)}
            value={text}
            label={`${name}, linha ${row.row}`}
            wrong={isWrong(row)}
            onCommit={to => onCommit(row.row, to)}
          />
        )
      return text && <span className={styles.text}>{text}</span>
    },
    told: row => {
      const { original, cells, notices } = row
      const changed = original && original[at] !== cells[at] ? 'info' : undefined
      return { 'data-tone': isWrong(row) ? 'erro' : isOf(notices) ? 'atencao' : changed }
    },
  }
}

/** The places of the file's columns: the first, which most often names the row, those with something wrong, and the others. */
function placesFirst(keys: readonly (string | null)[], wrong: ReadonlySet<string | null>): readonly number[] {
  const weight = (at: number) => (at === 0 ? 0 : wrong.has(keys[at] ?? '') ? 1 : 2)
  return [...keys.keys()].toSorted((one, other) => weight(one) - weight(other))
}

function Standing({ row, section }: Pick<Props, 'section'> & { readonly row: ReviewRow }) {
  const { state, target, lead } = row
  const [tone, word] = stateOfRow(row)
  return (state === 'feita' || state === 'mantida') && target !== null && row.row === lead ? (
    <Link to={`/${section.of.path}/${target}`}>{word}</Link>
  ) : (
    <StatusChip tone={tone}>{word}</StatusChip>
  )
}

/** What is wrong with a row, or how it came out, and what is left out of it; else what it changes of what was there. */
function Told({
  row: { problems, notices, said, changes, verdict },
  children,
}: {
  readonly row: ReviewRow
  readonly children: ReactNode
}) {
  const told = [...problems.map(({ message }) => message), ...(said ? [said] : [])]
  // Of a new record what was empty before is in the cells already.
  const moved = changes.filter(([, before]) => verdict !== 'criar' || before !== '')
  return (
    <div className={styles.told}>
      {told.map((each, at) => (
        <p key={at} data-problem>
          {each}
        </p>
      ))}
      {notices.map(({ column, message }) => (
        <p key={`${column} ${message}`}>{message}</p>
      ))}
      {!told.length &&
        moved.map(([label, before, after]) => (
          <p key={label}>
            {label}: de {before ? <del>{before}</del> : 'vazio'} para <ins>{after}</ins>
          </p>
        ))}
      {children}
    </div>
  )
}
const isToldOf = ({ problems, notices, said, changes }: ReviewRow) =>
  problems.length + notices.length > 0 || said !== null || changes.some(([, before]) => before !== '')
