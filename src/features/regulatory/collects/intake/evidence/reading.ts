import {
  fileNote,
  fileQuestion,
  fileRows,
  type Answers,
  type FileQuestion,
} from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { SheetFacts, TextFacts } from '#parts/table/table.ts'

const keyOf = (sheet: string) => `aba:${sheet}`
const isAll = (answers: Answers) =>
  Object.entries(answers).some(([key, value]) => key.startsWith(keyOf('')) && value === 'todas')
/** Whether a sheet with the columns of the one that is read is read together with it, as was answered. */
export const isReadAlong = (answers: Answers, sheet: string) =>
  answers[keyOf(sheet)] === 'junto' || (isAll(answers) && answers[keyOf(sheet)] !== 'fora')

/** The other sheets of a workbook: those with the same columns may be read together. What was merged is noted. */
export function sheetQuestions({ others = [], merged }: SheetFacts, answers: Answers): readonly FileQuestion[] {
  const alike = others.filter(each => each.alike)
  const given = isAll(answers) ? { ...Object.fromEntries(alike.map(({ name }) => [keyOf(name), 'todas'])), ...answers } : answers // prettier-ignore
  const choices = [
    { value: 'junto', label: 'Ler junto' },
    ...(alike.length > 1 ? [{ value: 'todas', label: 'Ler todas juntas' }] : []),
    { value: 'fora', label: 'Fica de fora' },
  ]
  return [
    ...others.map(({ name, rows, offset, ...each }) =>
      each.alike
        ? fileQuestion(
            keyOf(name),
            `A aba “${name}” tem as mesmas colunas${rows === null ? '' : ` e ${fileRows(rows)}`}, e ${offset === null ? 'não foi lida' : 'foi lida junto'}.`,
            choices,
            given,
          )
        : fileNote(keyOf(name), `A aba “${name}” não foi lida.`),
    ),
    ...(merged?.filled ?? []).map(({ column, rows }) =>
      fileNote(
        `mescladas:${column}`,
        `A coluna “${column}” tem células mescladas: o valor foi repetido em ${fileRows(rows)}.`,
      ),
    ),
    ...(merged?.numbers
      ? [
          fileNote(
            'mescladas',
            `Há números em células mescladas, que não se repetem: ${fileRows(merged.numbers)} ${merged.numbers === 1 ? 'fica' : 'ficam'} sem eles.`,
          ),
        ]
      : []),
  ]
}

/** The key of the question in which encoding a text is. */
export const encodingKey = 'codificacao'
/** A text whose letters make words in more than one encoding. */
export function encodingQuestions({ readings = [], encoding }: TextFacts, answers: Answers): readonly FileQuestion[] {
  if (readings.length < 2) return []
  const choices = readings.map(each => ({ value: each.encoding, label: `“${each.example}” (${each.encoding})` }))
  const text = `As letras com acento se leem de ${readings.length} modos, e foram lidas como ${encoding}. Qual é o certo?`
  return [fileQuestion(encodingKey, text, choices, answers)]
}
