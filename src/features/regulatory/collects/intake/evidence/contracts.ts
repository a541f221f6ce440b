import { comparableText } from '#kernel/text.ts'
import type {
  LeftColumn,
  FileEvidence,
  FileSubject,
  Leave,
} from '#features/regulatory/collects/intake/evidence/facts.ts'
import { entryKey } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { contractMark } from '#features/regulatory/collects/intake/evidence/marks.ts'
import { fileQuestion, fileRows, type Answers } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { lineName, type TextRecord, type TextTable } from '#parts/table/table.ts'

const idTitles = /^(id|contrato|codigo|cod|login|assinatura|assinante|matricula|numcontrato|ncontrato|ndocontrato)/
/** The column whose title is one of contracts or their numbers; undefined where there is none. */
export const contractColumn = <C extends Pick<LeftColumn, 'title'>>(left: readonly C[]) =>
  left.find(({ title }) => idTitles.test(comparableText(title)))

/** Reads the contract of a record as a mark; null where its cell is empty. */
export type ContractReader = (record: TextRecord) => number | null

/** Returns a reader of contracts; null without their column, or if its values repeat too often. */
export function contractsIn(left: readonly LeftColumn[]): ContractReader | null {
  const column = contractColumn(left)
  if (!column) return null
  const { at, title, values } = column
  const rows = [...(values?.values() ?? [])].reduce((sum, each) => sum + each, 0)
  if (values && values.size * 2 <= rows) return null
  const name = comparableText(title)
  return ({ cells }) => {
    const id = comparableText(cells[at] ?? '')
    return id === '' ? null : contractMark(name, id)
  }
}

/** Rows to be added whose contract came in before. */
export function addedQuestion(
  { records, facts }: TextTable,
  contractOf: ContractReader,
  { marks }: FileSubject,
  answers: Answers,
): FileEvidence {
  if (!marks?.size || answers[entryKey] !== 'somar') return { questions: [], leave: [] }
  const isKnown = (record: TextRecord) => {
    const contract = contractOf(record)
    return contract !== null && marks.has(contract)
  }
  let [count, first] = [0, 0]
  for (const record of records) {
    if (!isKnown(record)) continue
    if (count++ === 0) first = record.line
  }
  if (!count) return { questions: [], leave: [] }
  const choices = [
    { value: 'fora', label: 'Deixar de fora as que já entraram' },
    { value: 'somar', label: 'Somar também' },
  ]
  const line = lineName(facts, first)
  const text =
    count === 1
      ? `A linha ${line} é de contrato que já está na coleta: somada outra vez, conta duas vezes.`
      : `${fileRows(count)} são de contratos que já estão na coleta (a primeira é a ${line}): somadas outra vez, contam duas vezes.`
  const question = fileQuestion('contratos', text, choices, answers)
  const leave: Leave = record => (isKnown(record) ? 'Contrato que já está na coleta' : null)
  return { questions: [question], leave: question.answer === 'fora' ? [leave] : [] }
}
