import type { SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import { readDate, withoutHour } from '#kernel/day.ts'
import type { Field, Format, Kind, Ref } from '#kernel/field.ts'
import { formats, isNone, whyNot } from '#kernel/format.ts'
import { readNumeral } from '#kernel/numeral.ts'
import { readCoordinate } from '#kernel/place/place.ts'
import { showDate, showDecimal, showMoney } from '#kernel/show.ts'
import { isFormula, foldText, tidy } from '#kernel/text.ts'
import { readContacts } from '#features/platform/imports/section/contacts.ts'
import { unproved, withoutUnit, type ColumnNotation } from '#features/platform/imports/section/notation.ts'
import type { TemplateColumn, CellOutcome, ImportRule } from '#features/platform/imports/section/section.ts'

/** Which row a text names: by a code, or by a name only one has. */
export type Find = (
  text: string,
) => Pick<Ref, 'id' | 'name'> | 'none' | 'several' | { readonly said: string; readonly among?: readonly string[] }

/** What cells are read with, besides their column. */
export interface CellContext {
  readonly find: Find
  /** The unit of speeds without one. */
  readonly unit: SpeedUnit | null
  /** How the whole column writes numbers and dates, where it is a column of a file. */
  readonly notation?: ColumnNotation
}
type Reader = (text: string, column: TemplateColumn, context: CellContext) => CellOutcome
const outcomeOf = (value: unknown, said: string): CellOutcome => ({ value, said })
const wrong = (message: string, rule: ImportRule = 'formato'): CellOutcome => ({ rule, message })

/** Adds the text to a message that begins in lower case. */
export const sentenceOf = (text: string, said: string) => (/^\p{Lu}/u.test(said) ? said : `Veio ${text}, que ${said}`)

/** What spreadsheets put before a text so that it does not run, or is not taken for a number. */
const unmarked = (text: string) =>
  text.startsWith("'") && (isFormula(text.slice(1)) || /^\d+$/.test(text.slice(1))) ? text.slice(1) : text
/** Leading zeros a spreadsheet may drop from a code of this format; other formats have a check digit as proof. */
const mostZeros: Partial<Readonly<Record<Format, number>>> = { zipcode: 1 }
/** What a format stores of a text once it has the leading zeros of each of its lengths, the longest first. */
function withZeros(format: Format, text: string): readonly string[] {
  const { parse, lengths = [] } = formats[format]
  if (!/^\d+$/.test(text)) return []
  const most = mostZeros[format] ?? Infinity
  return lengths
    .filter(length => length > text.length && length - text.length <= most)
    .flatMap(length => parse(text.padStart(length, '0')) ?? [])
    .toReversed()
}
/**
 * What a format stores of a text. A spreadsheet that took a code for a number ate its leading zeros, which are given
 * back from the longest form down: a CNPJ is not taken for a CPF.
 */
export const stored = (format: Format, text: string): string | null =>
  formats[format].parse(text) ?? withZeros(format, text)[0] ?? null

function formatted(text: string, { options: { format } }: Field): CellOutcome {
  if (!format) return outcomeOf(text, text)
  const { parse, show } = formats[format]
  const value = parse(text)
  if (value !== null) return outcomeOf(value, show(value))
  const [found, other] = withZeros(format, text)
  if (found === undefined) return wrong(whyNot(format, text))
  const among = [found, other ?? ''].filter(Boolean).map(show)
  return other === undefined
    ? {
        ...outcomeOf(found, show(found)),
        zeros: true,
        changed: `Faltavam zeros à esquerda: ${text} entra como ${show(found)}.`,
      }
    : { ...wrong(`Sem os zeros à esquerda, pode ser ${among.join(' ou ')}. Diga qual.`, 'duvida'), among }
}

/**
 * Reads a number by its column's decimal sign; reports a doubt if it may be two and no other cell proves one. `whole`: it has no
 * decimals, so a point separates thousands.
 */
function countedWord(
  text: string,
  { notation = unproved }: CellContext,
  take: (found: number) => CellOutcome,
  whole = false,
): CellOutcome {
  const [sign = whole && text.includes('.') ? ',' : null, other] = notation.signs
  const found = readNumeral(text, other ? null : sign)
  if (typeof found === 'number') return take(found)
  if (found === null) return wrong('Não é um número. Escreva só algarismos e a vírgula, como 1234,5.')
  const [thousands, part] = found
  const written = part.toFixed(4).replace('.', ',')
  return wrong(
    `Pode ser ${showDecimal(thousands)} ou ${showDecimal(part)}, conforme o sinal separe milhares ou decimais. Escreva ${thousands} ou ${written}.`,
    'duvida',
  )
}

const words: Reader = (text, { field }) => formatted(text, field)
/** A break within a cell is a blank where a text has one line; any other control character is not taken. */
const oneLineOf: Reader = (given, { field }) => {
  const text = given.replace(/[\s\u0085]+/g, blanks => (/[\t\n\v\f\r\u0085\u2028\u2029]/.test(blanks) ? ' ' : blanks))
  return /\p{Cc}/u.test(text)
    ? wrong('Há no texto um caractere de controle, que não se vê. Apague-o, ou escreva o texto outra vez.')
    : formatted(text, field)
}
const decimals: Reader = (text, { field: { options } }, context) => {
  if (options.axis) {
    const read = readCoordinate(text, options.axis)
    if ('degrees' in read) return outcomeOf(read.degrees, showDecimal(read.degrees))
    return wrong('why' in read ? read.why : `${read.asked} ${read.signs.map(each => showDecimal(each)).join(' ou ')}.`)
  }
  const { scale = 2 } = options
  return countedWord(text, context, found =>
    Number(found.toFixed(scale)) === found
      ? outcomeOf(found, showDecimal(found))
      : wrong(`Use no máximo ${scale} casas depois da vírgula.`, 'limite'),
  )
}

const yes = new Set(['sim', 's', '1', 'true', 'verdadeiro', 'x', 'yes'])
const no = new Set(['nao', 'n', '0', 'false', 'falso', 'no'])

/** Days since 30 December 1899, as spreadsheets keep a date whose cell lost its format. */
const fromSerial = (serial: number) => new Date(Date.UTC(1899, 11, 30 + Math.trunc(serial))).toISOString().slice(0, 10)

function day(text: string, past: boolean | undefined, { orders }: ColumnNotation) {
  // What follows the comma is the hour.
  if (/^[2-7]\d{4}([.,]\d+)?$/.test(text)) return fromSerial(Number.parseInt(text, 10))
  return readDate(withoutHour(text), { past, orders })
}

const readers = {
  text: oneLineOf,
  longtext: words,
  richtext: words,
  integer: (text, _column, context) =>
    countedWord(
      text,
      context,
      found =>
        Number.isInteger(found)
          ? outcomeOf(found, String(found))
          : wrong('Não é um número inteiro. Escreva só algarismos, como 60.'),
      true,
    ),
  decimal: decimals,
  money: (text, _column, context) =>
    countedWord(withoutUnit(text), context, found =>
      Number(found.toFixed(2)) === found
        ? outcomeOf(found, showMoney(found))
        : wrong('Não é um valor em reais. Escreva como 1.234,56.'),
    ),
  percent: (text, _column, context) =>
    countedWord(withoutUnit(text), context, found => outcomeOf(found, `${showDecimal(found)} %`)),
  flag: text => {
    const said = foldText(text)
    if (yes.has(said)) return outcomeOf(true, 'Sim')
    return no.has(said) ? outcomeOf(false, 'Não') : wrong('Escreva Sim ou Não.')
  },
  date: (text, { field }, { notation = unproved }) => {
    const found = day(text, field.options.past, notation)
    if (found === null) return wrong('Não é uma data. Escreva dd/mm/aaaa, como 20/11/2026.')
    if (typeof found === 'string') return outcomeOf(found, showDate(found))
    const [ours, theirs] = found
    return wrong(
      `Pode ser ${showDate(ours)} ou ${showDate(theirs)}: a coluna tem datas com o dia na frente e com o mês na frente. Escreva ${ours} ou ${theirs}.`,
      'duvida',
    )
  },
  instant: () => wrong('Esta coluna não é importada.'),
  choice: (text, { field }) => {
    const choices = Object.entries(field.options.choices ?? {})
    const found = choices.find(([key, label]) => foldText(key) === foldText(text) || foldText(label) === foldText(text))
    return found
      ? outcomeOf(found[0], found[1])
      : wrong(`Não é uma das opções. Use uma destas: ${choices.map(([, label]) => label).join(', ')}.`)
  },
  ref: (text, { field }, { find }) => {
    const found = find(text)
    if (found === 'none') return wrong(`Não há no cadastro. Confira ou registre antes em ${field.label}.`, 'nao-existe')
    if (found === 'several') return wrong('Há mais de um com esse nome. Escreva o código.', 'repetido')
    if (!('said' in found)) return outcomeOf(found.id, found.name)
    return { ...wrong(sentenceOf(text, found.said), 'nao-existe'), ...(found.among?.length && { among: found.among }) }
  },
  words: text =>
    outcomeOf(
      [
        ...new Set(
          text
            .split(/[,;]/)
            .map(each => each.trim())
            .filter(Boolean),
        ),
      ],
      text,
    ),
  metas: () => wrong('Esta coluna não é importada.'),
  many: () => wrong('Esta coluna não é importada.'),
} satisfies Record<Kind, Reader>

/** What spreadsheets write where a formula fails, in English and Portuguese, or where a column is too narrow. */
const failures =
  /^(?:#(?:N\/(?:A|D|DISP)|(?:REF|VALOR|VALUE|DIV\/0|NULO|NULL|N[UÚ]M|CALC|SPILL|DESPEJAR|CAMPO|FIELD)!|(?:NOME|NAME)\?|#+)|err(?:o)?:\d{3})$/i
/** Why a cell holds no value: the spreadsheet wrote an error or a power of ten in its place. */
function lostValue(text: string): CellOutcome | null {
  if (failures.test(text)) return wrong('A planilha tem um erro no lugar do valor. Corrija a célula e envie de novo.')
  return /^[-+]?\d+(?:[.,]\d+)?E[-+]\d{1,3}$/i.test(text)
    ? wrong('A planilha trocou o número por notação científica. Formate a coluna como texto e cole de novo.')
    : null
}

/** Reads one cell as its column asks; null when it is empty. */
export function readCell(given: string, column: TemplateColumn, context: CellContext): CellOutcome | null {
  const text = unmarked(tidy(given))
  const { format } = column.field.options
  if (text === '' || (format && isNone(format, text))) return null
  const lost = lostValue(text)
  const several = lost ?? readContacts(text, column)
  if (several) return several
  return column.read ? column.read(text, context) : readers[column.field.kind](text, column, context)
}
