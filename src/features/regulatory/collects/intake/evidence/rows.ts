import type { ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { comparableText, join } from '#kernel/text.ts'
import type {
  LeftColumn,
  FileEvidence,
  FileSubject,
  Leave,
} from '#features/regulatory/collects/intake/evidence/facts.ts'
import { contractColumn } from '#features/regulatory/collects/intake/evidence/contracts.ts'
import {
  fileRows,
  fileQuestion,
  fileStop,
  type Answers,
} from '#features/regulatory/collects/intake/evidence/questions.ts'
import { speedUnitOf } from '#features/regulatory/anatel/speed.ts'
import { distinct } from '#features/regulatory/intake/distinct.ts'
import { sourcesIn, type Mapping } from '#features/regulatory/intake/mapping.ts'
import type { TextRecord, TextTable } from '#parts/table/table.ts'

const nothing: FileEvidence = { questions: [], leave: [] }

/** How the columns are mapped, and what was seen of contracts that come twice. */
interface SeenRows {
  readonly mapping: Mapping<ColumnName>
  readonly repeats: ReturnType<typeof repeatsIn>
}

/** Which rows count, and how: contracts that ended, other services, one contract twice, speeds without a unit. */
export function rowQuestions(
  table: TextTable,
  left: readonly LeftColumn[],
  { mapping, repeats }: SeenRows,
  subject: FileSubject,
  answers: Answers,
): FileEvidence {
  const found = [
    ...left.map(column => stateQuestion(column, answers)),
    ...left.map(column => serviceQuestion(column, subject, answers)),
    repeats?.found(answers) ?? nothing,
    unitQuestion(table, mapping, answers),
  ]
  return { questions: found.flatMap(({ questions }) => questions), leave: found.flatMap(({ leave }) => leave) }
}

/** Words a contract's state begins with that gives no access, and of one that is only paused. */
const ended =
  /^(cancel|desativ|inativ|encerr|desist|rescin|exclui|remov|baixad|deslig|churn|test|demo|homolog|aguard|pendente|agend|prevenda|negocia|orcament|lead|naoativ)/
const paused = /^(suspen|bloque|reduzid|pausad|congelad|inadimpl)/
/** Values a column of states has at most. */
const fewStates = 20

function stateQuestion({ at, title, values }: LeftColumn, answers: Answers): FileEvidence {
  if (!values || values.size > fewStates) return nothing
  const states = [...values].map(([text, rows]) => ({ text, rows, word: comparableText(text) }))
  const [out, off] = [states.filter(({ word }) => ended.test(word)), states.filter(({ word }) => paused.test(word))]
  const rest = states.filter(each => !out.includes(each) && !off.includes(each))
  // A column all of whose words are of the kind may be about something else.
  if (!out.length && !off.length) return nothing
  const sum = (some: typeof states) => some.reduce((all, { rows }) => all + rows, 0)
  const named = (some: typeof states) => join(some.map(({ text }) => `“${text}”`))
  const key = `linhas:${title}`
  const choices = [
    ...(rest.length ? [{ value: 'ativas', label: `Só ${named(rest)} (${fileRows(sum(rest))})` }] : []),
    ...(out.length && off.length ? [{ value: 'pausadas', label: `Também ${named(off)} (${fileRows(sum(rest) + sum(off))})` }] : []), // prettier-ignore
    { value: 'todas', label: `Todas (${fileRows(sum(states))})` },
  ]
  const text = `A coluna “${title}” diz ${join(states.slice(0, 8).map(each => `${each.text} em ${fileRows(each.rows)}`))}. Quais contam?`
  const question = fileQuestion(key, text, choices, answers)
  const gone = new Set((question.answer === 'todas' || question.answer === null ? [] : question.answer === 'pausadas' ? out : [...out, ...off]).map(({ text: each }) => each)) // prettier-ignore
  return { questions: [question], leave: gone.size ? [leaveWhere(at, title, gone)] : [] }
}

const leaveWhere =
  (at: number, title: string, values: ReadonlySet<string>): Leave =>
  ({ cells }) => {
    const text = cells[at]?.trim() ?? ''
    return values.has(text) ? `${title}: ${text}` : null
  }

/** Words of the services of the regulator, by the short name of each. */
const services: Readonly<Record<string, RegExp>> = {
  SCM: /^(scm|internet|bandalarga|comunicacaomultimidia|multimidia)/,
  STFC: /^(stfc|telefonia(fixa)?|voip|fixo|voz)/,
  TVPA: /^(seac|tvpa|tv|televisao|iptv)/,
  SMP: /^(smp|movel|celular|telefoniamovel|mvno)/,
  SVA: /^(sva|streaming|valoradicionado)/,
}

function serviceQuestion({ at, title, values }: LeftColumn, { service }: FileSubject, answers: Answers): FileEvidence {
  if (!values || values.size > fewStates || !/servi|categoria|outorga|modalidade/.test(comparableText(title)))
    return nothing
  const own = services[service]
  const all = [...values].map(([text, rows]) => {
    const word = comparableText(text)
    const isOwn = own?.test(word) ?? false
    return { text, rows, other: !isOwn && Object.values(services).some(each => each.test(word)) }
  })
  const others = all.filter(({ other }) => other)
  if (!others.length) return nothing
  const said = join(all.map(({ text, rows }) => `${text} em ${fileRows(rows)}`))
  const key = `servico:${title}`
  if (others.length === all.length) return { questions: [fileStop(key, `A coluna “${title}” diz ${said}, e a coleta é de ${service}.`)], leave: [] } // prettier-ignore
  const rest = all.filter(({ other }) => !other)
  const choices = [
    { value: 'so', label: `Só ${join(rest.map(({ text }) => `“${text}”`))}` },
    { value: 'todas', label: 'Todas' },
  ]
  const question = fileQuestion(
    key,
    `A coluna “${title}” diz ${said}. A coleta é de ${service}: quais contam?`,
    choices,
    answers,
  )
  const gone = new Set(others.map(({ text }) => text))
  return { questions: [question], leave: question.answer === 'so' ? [leaveWhere(at, title, gone)] : [] }
}

/** Asks if a contract that comes twice is two, where each row is an access. Null if no column identifies contracts. */
export function repeatsIn(left: readonly Pick<LeftColumn, 'at' | 'title'>[], mapping: Mapping<ColumnName>) {
  const column = mapping.columns.ACESSOS?.from === 'linha' ? contractColumn(left) : undefined
  if (!column) return null
  const { at, title } = column
  const first = new Map<string, number>()
  let [again, example] = [0, '']
  return {
    see: ({ line, cells }: TextRecord) => {
      const id = cells[at]?.trim() ?? ''
      if (id === '') return
      if (!first.has(id)) first.set(id, line)
      else if (again++ === 0) example = id
    },
    found: (answers: Answers): FileEvidence => {
      // A column of few values is no number of a contract.
      if (!again || again > first.size) return nothing
      const key = `repetidas:${title}`
      const choices = [
        { value: 'uma', label: 'Contar cada um uma vez' },
        { value: 'todas', label: 'Contar todas as linhas' },
      ]
      const question = fileQuestion(key, `Em “${title}”, ${fileRows(again)} ${again === 1 ? 'repete' : 'repetem'} um valor de outra (por exemplo ${example}), e cada linha conta um acesso.`, choices, answers) // prettier-ignore
      const leave: Leave = ({ line, cells }) => {
        const id = cells[at]?.trim() ?? ''
        return id !== '' && first.get(id) !== line ? `${title} repetido` : null
      }
      return { questions: [question], leave: question.answer === 'uma' ? [leave] : [] }
    },
  }
}

/** Rows read to find the speed unit. */
const enough = 5_000

/** Speeds without a unit that do not look as the unit says: nobody sells 102400 Mbps to all, nor 0,6 Mbps over fibre. */
function unitQuestion({ header, records }: TextTable, mapping: Mapping<ColumnName>, answers: Answers): FileEvidence {
  const at = sourcesIn(mapping, header)('VELOCIDADE')
  const title = header[at]
  if (title === undefined || speedUnitOf(title, false) !== null) return nothing
  const [values = []] = distinct(records.slice(0, enough), [at], 50)
  const numbers = values.filter(({ text }) => /^\d+$/.test(text)).map(({ text }) => Number(text))
  if (!numbers.length) return nothing
  const looksKbps = numbers.every(each => each >= 128) && numbers.some(each => each > 10_000 || each % 1_024 === 0)
  const looksMbps = numbers.every(each => each <= 1_000)
  if (mapping.kbps ? !looksMbps : !looksKbps) return nothing
  const some = join(numbers.slice(0, 4).map(String))
  const choices = [
    { value: 'mbps', label: 'Mbps' },
    { value: 'kbps', label: 'Kbps' },
  ]
  const text = `As velocidades vêm sem unidade: ${some}. Em que unidade estão?`
  return { questions: [fileQuestion('unidade', text, choices, answers)], leave: [] }
}
