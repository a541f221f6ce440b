import { cnpj as readCnpj, cnpjRoot, maskCnpj } from '#kernel/brasil.ts'
import { comparableText, join } from '#kernel/text.ts'
import { label } from '#parts/period/period.ts'
import type {
  LeftColumn,
  FileEvidence,
  FileSubject,
  Leave,
} from '#features/regulatory/collects/intake/evidence/facts.ts'
import { isPeriod, periodCell, periodsIn, showWritten, type WrittenPeriod } from '#parts/period/written.ts'
import {
  fileQuestion,
  fileNote,
  fileStop,
  type Answers,
  type FileQuestion,
} from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { TableFacts, TextTable } from '#parts/table/table.ts'

/** Whose the file is and of which month, as its titles, name, tab and columns of constants say. */
export function subjectQuestions(
  table: TextTable,
  left: readonly LeftColumn[],
  subject: FileSubject,
  answers: Answers,
): FileEvidence {
  const texts = [
    ...table.above.map(text => ['título', text] as const),
    ['nome do arquivo', subject.name] as const,
    ...sheetsRead(table.facts).map(sheet => ['nome da aba', sheet] as const),
    ...table.header.map(text => ['título da coluna', text] as const),
  ]
  const columns = left.map(column => columnPeriod(column, subject))
  const above = table.above.join(' · ').slice(0, 300)
  return {
    questions: [
      ...(above ? [fileNote('titulo', `Acima da tabela: ${above}.`)] : []),
      ...texts.flatMap(([where, text]) => otherPeriod(where, text, subject, answers)),
      ...texts.flatMap(([where, text]) => otherCompany(where, text, subject, answers)),
      ...left.flatMap(column => companyColumn(column, subject)),
      ...columns.flatMap(({ questions }) => questions),
    ],
    leave: columns.flatMap(({ leave }) => leave),
  }
}

const sheetsRead = (facts: TableFacts): readonly string[] =>
  facts.kind === 'xlsx'
    ? [facts.sheet, ...(facts.others ?? []).filter(({ offset }) => offset !== null).map(({ name }) => name)]
    : []

function otherPeriod(where: string, text: string, subject: FileSubject, answers: Answers): readonly FileQuestion[] {
  const periods = periodsIn(text)
  if (!periods.length || periods.some(each => isPeriod(each, subject))) return []
  const months = join([...new Set(periods.map(showWritten))])
  const choices = [{ value: 'sim', label: `É de ${label(subject)} mesmo` }]
  return [fileQuestion(`mes:${where}:${text.slice(0, 80)}`, `O ${where} diz ${months} (“${text.trim().slice(0, 80)}”), e a coleta é de ${label(subject)}.`, choices, answers)] // prettier-ignore
}

const cnpjShape = /(?<![\dA-Z])[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}[/_-]?[\dA-Z]{4}-?\d{2}(?!\d)/gi
function otherCompany(where: string, text: string, { cnpj }: FileSubject, answers: Answers): readonly FileQuestion[] {
  const found = [...text.slice(0, 2_000).matchAll(cnpjShape)].flatMap(
    ([each]) => readCnpj(each.replaceAll('_', '')) ?? [],
  )
  const [other] = found
  if (other === undefined || found.some(each => cnpjRoot(each) === cnpjRoot(cnpj))) return []
  const choices = [{ value: 'sim', label: 'Os acessos são deste cliente mesmo' }]
  return [fileQuestion(`empresa:${where}:${other}`, `O ${where} traz o CNPJ ${maskCnpj(other)}, e a coleta é do ${maskCnpj(cnpj)}.`, choices, answers)] // prettier-ignore
}

/** A column in which every row says one company, and another one: of clients it would say many. */
function companyColumn({ title, values }: LeftColumn, { cnpj }: FileSubject): readonly FileQuestion[] {
  const found = [...(values?.keys() ?? [])].map(text => readCnpj(text.padStart(14, '0')))
  const roots = new Set(found.map(each => each && cnpjRoot(each)))
  const [only] = found
  const rows = [...(values?.values() ?? [])].reduce((sum, each) => sum + each, 0)
  if (!only || roots.size > 1 || roots.has(cnpjRoot(cnpj)) || rows < 2) return []
  return [fileStop(`empresa:${title}`, `A coluna “${title}” traz em todas as linhas o CNPJ ${maskCnpj(only)}, de outra empresa. A coleta é do ${maskCnpj(cnpj)}.`)] // prettier-ignore
}

const monthTitles = /^(mes|ano|competencia|periodo|referencia|mesref|anomes|mesano|database|exercicio)/

/** A column of months: rows of another one do not go in, and a file without any of this one stops. */
function columnPeriod({ at, title, values }: LeftColumn, subject: FileSubject): FileEvidence {
  if (!values?.size || !monthTitles.test(comparableText(title))) return { questions: [], leave: [] }
  const periods = new Map([...values.keys()].map(text => [text, periodCell(text)]))
  const isRead = (period: WrittenPeriod | null | undefined): period is WrittenPeriod =>
    period !== null && period !== undefined
  const read = [...periods.values()].filter(isRead)
  if (read.length * 2 < periods.size) return { questions: [], leave: [] }
  const others = read.filter(each => !isPeriod(each, subject))
  if (!others.length) return { questions: [], leave: [] }
  const months = join([...new Set(others.map(showWritten))].slice(0, 6))
  if (others.length === read.length)
    return {
      questions: [fileStop(`mes:${title}`, `A coluna “${title}” diz ${months}, e a coleta é de ${label(subject)}.`)],
      leave: [],
    }
  const leave: Leave = ({ cells }) => {
    const period = periods.get(cells[at]?.trim() ?? '')
    return isRead(period) && !isPeriod(period, subject) ? `${title}: ${showWritten(period)}` : null
  }
  return {
    questions: [
      fileNote(`mes:${title}`, `A coluna “${title}” também diz ${months}: só entram as linhas de ${label(subject)}.`),
    ],
    leave: [leave],
  }
}
