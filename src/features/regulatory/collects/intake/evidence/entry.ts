import { count } from '#kernel/text.ts'
import { accessText, plural } from '#features/regulatory/collects/coleta/said.ts'
import {
  fileQuestion,
  fileRows,
  type Answers,
  type FileQuestion,
} from '#features/regulatory/collects/intake/evidence/questions.ts'

/** The column our own file of refused rows has besides the provider's. */
export const refusalTitle = 'MOTIVO DA RECUSA'
/** The key of the question whether a file replaces what the coleta has, or is added to it. */
export const entryKey = 'entrada'

/** Accesses by IBGE's code of the municipality, and the speeds in Mbps. */
export interface AccessSums {
  readonly places: Readonly<Record<string, number>>
  readonly speeds: readonly number[]
}

/** What a coleta has before a file comes in. */
export interface CollectContents {
  /** Lines, and the accesses of those that count. */
  readonly lines: number
  readonly accesses: number
  readonly sums: AccessSums
  /** Marks of the records it has and of the rows that came in files. */
  readonly marks: ReadonlySet<number>
  /** The files that the coleta's accesses came from, the last one at the end. */
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly refused: number }[]
}

/** What a file that was judged would bring. */
export interface EnteringFile {
  readonly name: string
  readonly sha256: string
  readonly header: readonly string[]
  readonly rows: number
  readonly accesses: number
  readonly sums: AccessSums
  /** How many of its records came in before with the same number of accesses; of files with contracts, 0. */
  readonly repeated: number
}

/** Whether the rows are added to what the coleta has. */
export const isAdded = (answers: Answers, { accesses }: Pick<CollectContents, 'accesses'>) =>
  accesses > 0 && answers[entryKey] === 'somar'

/**
 * Whether the file replaces what the coleta has or is added to it, with what each would give. It replaces unless somebody
 * chooses otherwise; what looks like a part of the month has to be answered.
 */
export function entryQuestions(
  contents: CollectContents,
  file: EnteringFile,
  answers: Answers,
): readonly FileQuestion[] {
  const { lines, accesses } = contents
  if (accesses === 0) return []
  const doubt = doubtOf(contents, file)
  const add = {
    value: 'somar',
    label: `Somar às linhas da coleta: ficam ${count(accesses + file.accesses, accessText)}`,
  }
  const replace = { value: 'trocar', label: `Trocar: ficam ${count(file.accesses, accessText)}` }
  const text = `A coleta já tem ${fileRows(lines)} e ${count(accesses, accessText)}, e este arquivo traz ${count(file.accesses, accessText)}.`
  const given = { [entryKey]: 'trocar', ...(doubt && { [entryKey]: '' }), ...answers }
  const question = fileQuestion(
    entryKey,
    doubt ? `${text} ${doubt}` : text,
    doubt ? [add, replace] : [replace, add],
    given,
  )
  return [question, ...(question.answer === 'somar' ? repeatedQuestion(contents, file, answers) : [])]
}

/** Explains why a file may be a part of the month, or null. */
function doubtOf({ files, sums }: CollectContents, { name, header, rows, sums: brought }: EnteringFile): string | null {
  const last = files.at(-1)
  if (header.includes(refusalTitle) || /^recusadas-/i.test(name))
    return 'São linhas que a conferência recusou: some-as às que já entraram.'
  if (last && last.refused >= rows)
    return `De “${last.name}” ficaram de fora ${plural(last.refused, 'linha recusada', 'linhas recusadas')}: se são elas, some-as.`
  const towns = Object.keys(brought.places)
  if (last && towns.length > 0 && towns.every(code => !(code in sums.places)))
    return `São de outros municípios que os de “${last.name}”: se é outra parte do mês, some-a.`
  return null
}

/** What is added a second time counts twice. */
function repeatedQuestion(
  { files }: CollectContents,
  { sha256, repeated }: EnteringFile,
  answers: Answers,
): readonly FileQuestion[] {
  const same = files.findLast(each => each.sha256 === sha256)
  if (same)
    return [
      fileQuestion(
        'mesmo-arquivo',
        `Este mesmo arquivo já está na coleta (“${same.name}”): somado outra vez, cada acesso conta duas vezes.`,
        [{ value: 'sim', label: 'Somar outra vez' }],
        answers,
      ),
    ]
  if (!repeated) return []
  return [
    fileQuestion(
      `iguais:${repeated}`,
      `${plural(repeated, 'registro do arquivo já está', 'registros do arquivo já estão')} na coleta, de mesmo município, tipo, velocidade e número de acessos.`,
      [{ value: 'sim', label: 'São outros acessos: somar' }],
      answers,
    ),
  ]
}

/** The sums of the coleta once the file was added. */
export function sumsAdded(one: AccessSums, other: AccessSums): AccessSums {
  const places: Record<string, number> = { ...one.places }
  for (const [code, accesses] of Object.entries(other.places)) places[code] = (places[code] ?? 0) + accesses
  return { places, speeds: [...new Set([...one.speeds, ...other.speeds])] }
}
