import { comparableText } from '#kernel/text.ts'
import {
  columnsLeft,
  type FileEvidence,
  type FileSubject,
  type LeftColumn,
  type Leave,
} from '#features/regulatory/collects/intake/evidence/facts.ts'
import { distinct } from '#features/regulatory/intake/distinct.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import {
  fileRows,
  fileQuestion,
  fileStop,
  type Answers,
  type FileQuestion,
} from '#features/regulatory/collects/intake/evidence/questions.ts'
import { encodingQuestions, sheetQuestions } from '#features/regulatory/collects/intake/evidence/reading.ts'
import {
  addedQuestion,
  contractsIn,
  type ContractReader,
} from '#features/regulatory/collects/intake/evidence/contracts.ts'
import { repeatsIn, rowQuestions } from '#features/regulatory/collects/intake/evidence/rows.ts'
import { subjectQuestions } from '#features/regulatory/collects/intake/evidence/subject.ts'
import { columnNames, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { columnWords } from '#features/regulatory/anatel/wording.ts'
import { sourcesIn, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { lineName, type TextRecord, type TextTable } from '#parts/table/table.ts'

/** A mapping, and the columns of the file whose values are translated by it. */
interface MappedColumns {
  readonly mapping: Mapping<ColumnName>
  readonly translated: readonly number[]
}
/** What a file says beyond its rows. */
export interface TableEvidence extends FileEvidence {
  /** Marks a record's contract; null if no column identifies contracts. */
  readonly contractOf: ContractReader | null
  /** The values of each column that is translated, the most frequent first. */
  readonly values: ReturnType<typeof distinct>
}
/** Limits the values of a column that is translated. */
const valuesPerColumn = 200

/** What the parts of a table say that no row is made of; a file with Anatel's own columns has no mapping. */
export function evidenceOf(
  table: TextTable,
  mapped: MappedColumns | null,
  subject: FileSubject,
  answers: Answers,
): TableEvidence {
  const seen = mapped && scanRecords(table, mapped)
  const left = seen?.left ?? []
  const contractOf = contractsIn(left)
  const found = [
    subjectQuestions(table, left, subject, answers),
    ...(seen ? [rowQuestions(table, left, seen, subject, answers)] : []),
    ...(contractOf ? [addedQuestion(table, contractOf, subject, answers)] : []),
    hiddenQuestions(table, mapped?.mapping ?? null, answers),
    strayQuestions(table, left, answers),
    ...(seen?.found ?? []),
  ]
  return {
    questions: found.flatMap(({ questions }) => questions),
    leave: found.flatMap(({ leave }) => leave),
    contractOf,
    values: seen?.values ?? [],
  }
}

/** Sees each record once, for all that is gathered of them: a long text is split each time it is read. */
function scanRecords(table: TextTable, { mapping, translated }: MappedColumns) {
  const columns = columnsLeft(table, mapping)
  const [looks, repeats] = [[totalsIn(table, mapping), headersAgain(table)], repeatsIn(columns.titles, mapping)]
  const values = distinct(table.records, translated, valuesPerColumn, record => {
    columns.see(record)
    repeats?.see(record)
    for (const { see } of looks) see(record)
  })
  return { mapping, values, repeats, left: columns.found(), found: looks.map(look => look.found()) }
}

/** What a spreadsheet holds and does not show. */
function hiddenQuestions(
  { header, records, hidden, facts }: TextTable,
  mapping: Mapping<ColumnName> | null,
  answers: Answers,
): FileEvidence {
  const questions: FileQuestion[] = []
  const leave: Leave[] = []
  if (hidden?.rows.size) {
    const lines = hidden.rows
    const n = Array.from(records).filter(({ line }) => lines.has(line)).length
    if (n > 0) {
      const key = 'linhas-ocultas'
      const choices = [
        { value: 'entram', label: `Entram também (${fileRows(n)})` },
        { value: 'fora', label: 'Ficam de fora' },
      ]
      questions.push(
        fileQuestion(key, `Há ${fileRows(n)} que a planilha não mostra, por filtro ou por altura.`, choices, answers),
      )
      if (answers[key] === 'fora') leave.push(({ line }) => (lines.has(line) ? 'Linha oculta na planilha' : null))
    }
  }
  const used = mapping ? new Set(columnNames.map(sourcesIn(mapping, header))) : new Set(header.keys())
  for (const at of hidden?.columns ?? [])
    if (used.has(at) && (header[at] ?? '').trim() !== '')
      questions.push(
        fileQuestion(
          `coluna-oculta:${header[at]}`,
          `A coluna “${header[at]}”, que entra, está oculta na planilha.`,
          [{ value: 'sim', label: 'É ela mesma' }],
          answers,
        ),
      )
  questions.push(...(facts.kind === 'xlsx' ? sheetQuestions(facts, answers) : encodingQuestions(facts, answers)))
  return { questions, leave }
}

/** Cells under no title, and those that swallowed whole lines. */
function strayQuestions(
  { header, records, facts }: TextTable,
  left: readonly LeftColumn[],
  answers: Answers,
): FileEvidence {
  const untitled = left.filter(({ at }) => (header[at] ?? '').trim() === '').map(({ at }) => at)
  let [count, example]: [number, string] = [0, '']
  let [swallowed, first] = [0, 0]
  const separator = facts.kind === 'text' ? facts.delimiter : null
  // Of a text without quotes no cell has a line break: it is split as it is read, and is no list.
  const isQuoted = separator !== null && Array.isArray(records)
  for (const { line, cells } of untitled.length || isQuoted ? records : []) {
    for (const at of untitled) {
      const cell = cells[at]?.trim() ?? ''
      if (cell === '') continue
      if (count++ === 0) example = `“${cell.slice(0, 40)}”, na linha ${lineName(facts, line)}`
    }
    if (!isQuoted) continue
    for (const cell of cells) {
      const lines = cell.includes('\n')
        ? cell.split('\n').filter(each => each.split(separator).length >= header.length)
        : []
      if (lines.length && swallowed === 0) first = line
      swallowed += lines.length
    }
  }
  return {
    leave: [],
    questions: [
      ...(count
        ? [
            fileQuestion(
              'sem-titulo',
              `Há ${plural(count, 'célula preenchida', 'células preenchidas')} em coluna sem título: ${example}.`,
              [{ value: 'fora', label: 'Fica de fora' }],
              answers,
            ),
          ]
        : []),
      ...(swallowed
        ? [
            fileStop(
              'aspas',
              `Por causa de aspas, uma célula da linha ${first} contém ${fileRows(swallowed)} do arquivo. Retire as aspas e envie de novo.`,
            ),
          ]
        : []),
    ],
  }
}

const isTotal = (cell: string) => /^\s*(sub)?tota(l|is)\b|^\s*soma(t[óo]rio)?\b/i.test(cell)

/** Collects the evidence of a file in one pass over its records. */
interface FileLook {
  readonly see: (record: TextRecord) => void
  readonly found: () => FileEvidence
}
const leaveLines = (lines: ReadonlySet<number>, reason: string): readonly Leave[] =>
  lines.size ? [({ line }) => (lines.has(line) ? reason : null)] : []

/** Rows that sum others: the municipality or the speed says so, or the first cell of a row without a municipality. */
function totalsIn({ header }: TextTable, mapping: Mapping<ColumnName>): FileLook {
  const at = sourcesIn(mapping, header)
  const [place, speed] = [at('COD_IBGE'), at('VELOCIDADE')]
  const lines = new Set<number>()
  return {
    see: ({ line, cells }) => {
      const town = cells[place] ?? ''
      const isAlone = place < 0 || town.trim() === ''
      const first = isAlone ? (cells.find(cell => cell.trim() !== '') ?? '') : ''
      if (isTotal(town) || isTotal(cells[speed] ?? '') || isTotal(first)) lines.add(line)
    },
    found: () => ({ questions: [], leave: leaveLines(lines, 'Linha de total') }),
  }
}

const knownTitles = new Set(Object.values(columnWords).flat())
/** Characters of a title at most, for a row to be looked at as a header. */
const longestTitle = 40

/** A header met again: the same is no row; another begins a second table, whose columns would be taken for the first's. */
function headersAgain({ header, facts }: TextTable): FileLook {
  const titles = header.map(comparableText)
  const [title] = titles.filter(Boolean)
  /** Most rows begin with what is no title, and are not looked at further. */
  const beginsAsTitle = (cells: readonly string[]) => {
    const first = cells.find(cell => cell !== '') ?? ''
    if (first.length > longestTitle || (first >= '0' && first <= '9~')) return false
    const word = comparableText(first)
    return word === title || knownTitles.has(word)
  }
  const isSame = (cells: readonly string[]) =>
    titles.filter(Boolean).length > 1 && titles.every((each, at) => comparableText(cells[at] ?? '') === each)
  const isOther = (cells: readonly string[]) => {
    const filled = cells.map(comparableText).filter(Boolean)
    const alike = filled.filter(each => knownTitles.has(each) || titles.includes(each)).length
    return filled.length > 1 && alike * 4 >= filled.length * 3
  }
  const same = new Set<number>()
  let other = 0
  const otherText = () =>
    `Na linha ${lineName(facts, other)} começa outra tabela, com outras colunas. Separe as duas em arquivos e envie um de cada vez.`
  return {
    see: ({ line, cells }) => {
      if (!beginsAsTitle(cells)) return
      if (isSame(cells)) same.add(line)
      else if (!other && isOther(cells)) other = line
    },
    found: () => ({
      questions: other ? [fileStop('outra-tabela', otherText())] : [],
      leave: leaveLines(same, 'Cabeçalho repetido'),
    }),
  }
}
