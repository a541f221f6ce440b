import { types } from 'pg'

type Parse = (text: string) => unknown

const integer: Parse = text => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

/** A number when it is exact as one (15 significant digits, which every column of ours fits), else the text. */
const numeric: Parse = text => {
  const digits = text.replace(/^-/, '').replace('.', '').replace(/^0+/, '')
  return /^\d*$/.test(digits) && digits.length <= 15 ? Number(text) : text
}

/** '2026-01-31 12:00:00.5+00' → '2026-01-31T12:00:00.500Z'. The session is in UTC; infinity and years before Christ stay as written. */
const instant: Parse = text => {
  const [, day, time, fraction = ''] = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00)?$/.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z` : text
}

const asWritten: Parse = text => text
const textList: number = 1009
const texts = types.getTypeParser(textList, 'text')
const listOf =
  (parse: Parse): Parse =>
  text =>
    texts(text).map((each: string | null) => (each === null ? null : parse(each)))

/** By type id: the scalar and its array. */
const parsers = new Map<number, Parse>([
  [20, integer],
  [1016, listOf(integer)],
  [1700, numeric],
  [1231, listOf(numeric)],
  [1082, asWritten],
  [1182, listOf(asWritten)],
  [1114, instant],
  [1115, listOf(instant)],
  [1184, instant],
  [1185, listOf(instant)],
])

/** How values leave the database, for our pools alone: the driver's own table is shared by the whole process. */
export const ourTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format),
}
