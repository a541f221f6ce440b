import { Link } from '@tanstack/react-router'
import { count } from '#kernel/text.ts'
import { lines, standingOfRow, type RowsLook, type Review, type ReviewRow } from '#features/imports/review/review.ts'
import type { Importing } from '#features/imports/review/useImport.web.ts'
import { columnAt, type ImportSection, type TemplateColumn } from '#features/imports/section/section.ts'
import { CellInput } from '#features/intake/CellInput.tsx'
import { wordsOfField } from '#features/intake/columns.ts'
import { keysAt, titlesOf } from '#features/intake/mapping.ts'
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
  const over = settled.some(([state]) => state !== 'igual' && state !== 'recusada' && units[state])
  const howMany = (verdict: string) => counts[verdict] ?? units[verdict] ?? 0
  const narrowings = (over ? settled : judged)
    .filter(([verdict]) => howMany(verdict) > 0)
    .map(([show, one, many]) => {
      const [tone] = standingOfRow({ verdict: show, state: show })
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
          ...titlesOf(header).map((name, at): Column<ReviewRow> => {
            const column = columnAt(section, keys[at] ?? '')
            return {
              key: String(at),
              title: name,
              label: name,
              className: column ? undefined : styles.out,
              cell: ({ row, verdict, state, cells, problems }) =>
                correct && verdict === 'recusada' && state === null && column ? (
                  <CellInput
                    column={wordsOfField(column.field)}
                    value={cells[at] ?? ''}
                    label={`${name}, linha ${row}`}
                    wrong={isWrong(problems, column)}
                    onCommit={to => void importing.act('corrigir', { rows: [row], at, to })}
                  />
                ) : (
                  cells[at]
                ),
              told: ({ problems, notices, original, cells }) => ({
                'data-tone':
                  column && isWrong(problems, column)
                    ? 'erro'
                    : column && isWrong(notices, column)
                      ? 'atencao'
                      : original && original[at] !== cells[at]
                        ? 'info'
                        : undefined,
              }),
            }
          }),
        ]}
        rows={data}
        keyOf={({ row }) => row}
        below={saidOf}
        look="scrolling"
        cards
        className={styles.rows}
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

const isWrong = (problems: readonly { readonly column: string | null }[], { key }: TemplateColumn) =>
  problems.some(({ column }) => column === key)

function Standing({ row, section }: Pick<Props, 'section'> & { readonly row: ReviewRow }) {
  const { state, target, lead } = row
  const [tone, word] = standingOfRow(row)
  return (state === 'feita' || state === 'mantida') && target !== null && row.row === lead ? (
    <Link to={`/${section.of.path}/${target}`}>{word}</Link>
  ) : (
    <StatusChip tone={tone}>{word}</StatusChip>
  )
}

/** What is wrong with a row, or how it came out, and what is left out of it; else what it changes of what was there. */
function saidOf({ problems, notices, said, changes }: ReviewRow) {
  const told = [...problems.map(({ message }) => message), ...(said ? [said] : [])]
  if (!told.length && !notices.length && changes.every(([, before]) => before === '')) return null
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
        changes.some(([, before]) => before !== '') &&
        changes.map(([label, before, after]) => (
          <p key={label}>
            {label}: de {before ? <del>{before}</del> : 'vazio'} para <ins>{after}</ins>
          </p>
        ))}
    </div>
  )
}
