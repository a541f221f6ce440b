// Fields of a CNAB 240 record by their columns, counted from 1 as in the banks' manuals.

/** Text that fills its columns exactly, from `first` on. */
export interface ColumnField {
  readonly first: number
  readonly text: string
}

const recordWidth = 240

/** Upper-case letters without accents, digits and the usual signs: every bank asks for these alone. Other signs become blanks. */
export const bankText = (words: string) =>
  words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/º|°/g, 'O')
    .replace(/ª/g, 'A')
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A number, or the characters of a CNPJ, with zeros before it. Throws a RangeError where it has no room. */
export function digitsAt(first: number, last: number, value: number | string): ColumnField {
  const width = last - first + 1
  const text = String(value)
  if (!/^[0-9A-Z]*$/.test(text) || text.length > width)
    throw new RangeError(`columns ${first} to ${last} have no room for ${text}`)
  return { first, text: text.padStart(width, '0') }
}

/** Words, cut where they have no room, with blanks behind them. */
export function wordsAt(first: number, last: number, value = ''): ColumnField {
  const width = last - first + 1
  return { first, text: bankText(value).slice(0, width).padEnd(width) }
}

/** 'AAAA-MM-DD' as DDMMAAAA; zeros for no day. */
export const dayAt = (first: number, day: string | null): ColumnField =>
  digitsAt(first, first + 7, day === null ? 0 : day.split('-').toReversed().join(''))

/** The 240 columns of a record; of two fields in one place the later one counts, as where a bank differs from Febraban. */
export function remittedRecord(fields: readonly ColumnField[]): string {
  const line = Array.from({ length: recordWidth }, () => ' ')
  for (const { first, text } of fields) line.splice(first - 1, text.length, ...text)
  if (line.length !== recordWidth) throw new RangeError(`a record of ${line.length} columns`)
  return line.join('')
}
