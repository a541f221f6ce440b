import type { Axis } from '#kernel/coordinates.ts'

// A text that holds a place, cut into what a place is made of; whatever is none of that is what is left over.

export type Hemisphere = 'N' | 'S' | 'E' | 'W'
/** Degrees, minutes, seconds. */
export type ArcUnit = 0 | 1 | 2

export interface PlaceNumber {
  readonly kind: 'number'
  /** As it is written: '08', '53,25'. */
  readonly text: string
  /** The sign before it, or a hyphen that only keeps it apart. */
  readonly dash: '-' | '+' | 'hyphen' | null
  /** It follows the token before it without a blank. */
  readonly glued: boolean
  unit: ArcUnit | null
}
export type PlaceToken =
  | PlaceNumber
  | { readonly kind: 'letter'; readonly letter: Hemisphere; readonly word: string }
  | { readonly kind: 'label'; readonly axis: Axis }
  /** A comma, a semicolon, a tab: no half is on both sides of it. */
  | { readonly kind: 'break' }
  /** A colon between two numbers: both are of one half. */
  | { readonly kind: 'joint' }

export interface PlaceTokens {
  readonly tokens: readonly PlaceToken[]
  /** Words that are no part of a place; numbers that cannot be read are among them. */
  readonly left: readonly string[]
}

const folds: readonly (readonly [RegExp, string])[] = [
  [/[\p{Cf}\u2800\u3164]/gu, ''],
  // Signs are escaped: a literal one beyond Latin-1 would make the whole bundle two bytes a character.
  [/o?\u030A|[º\u02DA\u2218\u2070\u1D52*]/gu, '°'],
  [/[\u2033\u02BA\u201C\u201D\u201E\u201F\u3003¨\u275D\u275E]/gu, '"'],
  [/[\u2032\u02B9\u02BC\u2018\u2019\u201B´`\u02CA\u02CB]/gu, "'"],
  [/[\p{Pd}\u2212\u207B]/gu, '-'],
]
/** One sign of each sort: nothing invisible, plain digits, one dash, one degree sign, one prime, no accents. */
export function foldPlace(text: string): string {
  let folded = text
  for (const [found, by] of folds) folded = folded.replace(found, by)
  return (
    folded
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replaceAll("''", '"')
      // An 'o' between digits is a degree sign, unless what follows is packed.
      .replace(/(?<=\d)o(?=\d{1,2}(?!\d))/g, '°')
      // Quotes of a table or of JSON around a number are no seconds.
      .replace(/(^|[;,:=|\t[{(])\s?"([-+]?\d[^"\n]{0,30})"(?=\s?(?:$|[;,|\t\]})]))/g, '$1$2')
  )
}

/** Gives each way to separate dividing commas from decimal ones: '22,5,47' has two. */
export function commaWays(folded: string): readonly string[] {
  const run = /\d+(?:[.,]\d+)*/g
  const divided = (found: string, way: 0 | 1): string => {
    if (!/[.,]\d+[.,]/.test(found)) return found
    const parts = found.split(',')
    const isDotted = parts.every(part => /^\d+(?:\.\d+)?$/.test(part))
    if (found.includes('.'))
      return /^\d{1,3}\.\d\d\.\d\d(?:[.,]\d+)?$/.test(found)
        ? found.replace('.', ':').replace('.', ':')
        : isDotted
          ? parts.join(' , ')
          : found
    const [one = '', two = '', three = '', four] = parts
    if (parts.length > 4) return found
    if (four !== undefined) return `${one},${two} , ${three},${four}`
    return way ? `${one} , ${two},${three}` : `${one},${two} , ${three}`
  }
  const ways = ([0, 1] as const).map(way => folded.replace(run, found => divided(found, way)))
  return [...new Set(ways)]
}

const hemispheres: readonly (readonly [Hemisphere, RegExp])[] = [
  ['N', /^N(?:ORTE|ORTH)?$/],
  ['S', /^S(?:UL|OUTH|UR)?$/],
  ['E', /^(?:E|L|LESTE|EAST|ESTE)$/],
  ['W', /^(?:W|O|OESTE|WEST)$/],
]
const units: readonly (readonly [ArcUnit, RegExp])[] = [
  [0, /^(?:D|DEG|DEGREES?|GR?|GRAUS?)$/],
  [1, /^(?:M|MINS?|MINUTOS?|MINUTES?)$/],
  [2, /^(?:SEGS?|SEGUNDOS?|SECS?|SECONDS?)$/],
]
const marks: Readonly<Record<string, ArcUnit>> = { '°': 0, "'": 1, '"': 2 }
const labels: readonly (readonly [readonly Axis[], RegExp])[] = [
  [['lat'], /^(?:LAT|LATITUDE|LATIT|Y)$/],
  [['lng'], /^(?:LON|LONG|LNG|LONGITUDE|LONGIT|X)$/],
  [['lat', 'lng'], /^LAT(?:LNG|LON|LONG)$/],
]
const meaning = <T>(among: readonly (readonly [T, RegExp])[], word: string) =>
  among.find(([, found]) => found.test(word))?.[0]

/** Cuts a folded text; linear in its length. */
export function tokensIn(folded: string): PlaceTokens {
  const tokens: PlaceToken[] = []
  const left: string[] = []
  let [blank, colon, dash] = [true, false, '']
  let [isDashGlued, wereWords] = [false, false]
  for (const { 0: lexeme, index } of folded.matchAll(/\s+|\d+(?:[.,]\d+)*|[A-Za-z]+|[^\sA-Za-z\d]/gu)) {
    const before = tokens.at(-1)
    const number = before?.kind === 'number' ? before : null
    if (/^\s/.test(lexeme)) {
      if (/[\t\n\v\f\r\u2028\u2029]/.test(lexeme)) tokens.push({ kind: 'break' })
      blank = true
      continue
    }
    if (/^\d/.test(lexeme)) {
      const sign = dash && (blank ? startsHalf(before) : true) ? signOf(dash, isDashGlued, before) : null
      if (/[.,]\d+[.,]/.test(lexeme)) left.push(lexeme)
      else {
        if (colon && number) tokens.push({ kind: 'joint' })
        tokens.push({ kind: 'number', text: lexeme, dash: sign, glued: !blank, unit: null })
      }
      dash = ''
    } else if (lexeme === '-' || lexeme === '+') {
      dash = lexeme
      isDashGlued = !blank
    } else if (/^[A-Za-z]/.test(lexeme)) {
      const after = folded.slice(index + lexeme.length, index + lexeme.length + 12)
      const read = wordAt(lexeme, before, { blank, after, wereWords })
      if (read === null) left.push(lexeme)
      else tokens.push(...read)
      if (number) wereWords = number.unit !== null && read?.length === 0
    } else if (lexeme in marks) {
      if (number) number.unit ??= marks[lexeme] ?? null
    } else if (/[,;/|]/.test(lexeme)) {
      // 'Torre Norte; …' is a name.
      if (before?.kind === 'letter' && before.word.length > 1 && tokens.at(-2)?.kind !== 'number') {
        tokens.pop()
        left.push(before.word)
      }
      tokens.push({ kind: 'break' })
    }
    colon = lexeme === ':'
    blank = false
  }
  return { tokens, left }
}

const startsHalf = (before: PlaceToken | undefined) =>
  before === undefined || before.kind === 'break' || before.kind === 'label'

/** A dash right after a whole number, or after a letter, may only keep two numbers apart; after decimals or seconds it is a sign. */
function signOf(dash: string, isGlued: boolean, before: PlaceToken | undefined): PlaceNumber['dash'] {
  const sign = dash === '+' ? '+' : '-'
  if (!isGlued || sign === '+' || !before) return sign
  if (before.kind === 'letter') return 'hyphen'
  if (before.kind !== 'number') return sign
  return /[.,]/.test(before.text) || before.unit === 2 ? sign : 'hyphen'
}

interface WordPlace {
  readonly blank: boolean
  /** The text right after it. */
  readonly after: string
  /** Whether the unit before it was a word too. */
  readonly wereWords: boolean
}
/** What a word is of a place; null where it is none of it. */
function wordAt(
  word: string,
  before: PlaceToken | undefined,
  { blank, after, wereWords }: WordPlace,
): PlaceToken[] | null {
  const upper = word.toUpperCase()
  const number = before?.kind === 'number' ? before : null
  const label = meaning(labels, upper)
  if (label) return label.map(axis => ({ kind: 'label', axis }))
  const unit = number && number.unit === null ? meaning(units, upper) : undefined
  if (number && unit !== undefined) {
    number.unit = unit
    return []
  }
  // 's' means seconds where a letter marked the minutes: 20d08m32sS.
  const [, rest] = (wereWords && !blank && /^s([NSEWLO]?)$/i.exec(word)) || []
  if (number && rest !== undefined && (rest !== '' || word === 's')) {
    number.unit = 2
    const letter = meaning(hemispheres, rest.toUpperCase())
    return letter ? [{ kind: 'letter', letter, word: rest }] : []
  }
  // Portuguese for 'and': -22,9 e -47,06.
  if (word === 'e' && blank && /^\s.*\d/.test(after)) return [{ kind: 'break' }]
  const letter = meaning(hemispheres, upper)
  if (!letter) return null
  // A small 'o' or 's' is a letter of a hemisphere only behind its number; 'o ponto' is none.
  const isWord = word.length === 1 && word !== upper && !number
  return isWord || (upper === 'ESTE' && !number) ? null : [{ kind: 'letter', letter, word }]
}
