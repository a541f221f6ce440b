import { limits, type Axis } from '#kernel/coordinates.ts'
import type { Hemisphere, PlaceNumber, PlaceToken } from '#kernel/place/tokens.ts'

// Halves of a place out of tokens: each of one to three numbers of falling units, each number of the text in one of them.

/** A latitude or a longitude, or what may be either. */
export interface PlaceHalf {
  /** Degrees without a sign. */
  readonly size: number
  /** By its letter or its label; null where neither says it. */
  readonly axis: Axis | null
  readonly letter: Hemisphere | null
  readonly dash: '-' | '+' | null
  /** Decimal degrees; several numbers without a sign of their units; or neither. */
  readonly form: 'decimal' | 'bare' | null
  /** It is more than a whole number alone: text around it makes no difference. */
  readonly isPlain: boolean
}
/** Why numbers are no half: a whole sentence. */
export interface NoHalf {
  readonly why: string
}

export const axisNames = { lat: 'latitude', lng: 'longitude' } as const
export const axisOf = (letter: Hemisphere): Axis => (letter === 'N' || letter === 'S' ? 'lat' : 'lng')

/** Numbers of a text with what precedes and follows each. */
export interface PlaceItems {
  readonly numbers: readonly PlaceNumber[]
  /** Before each number and after the last, in order: letters, labels, breaks. */
  readonly gaps: readonly (readonly PlaceToken[])[]
}
export function itemsOf(tokens: readonly PlaceToken[]): PlaceItems {
  const numbers: PlaceNumber[] = []
  const gaps: PlaceToken[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'number') {
      numbers.push(token)
      gaps.push([])
    } else gaps.at(-1)?.push(token)
  return { numbers, gaps }
}

const unreadable = 'Não são coordenadas.'
const isBreak = ({ kind }: PlaceToken) => kind === 'break'
const lettersIn = (gap: readonly PlaceToken[] = []) =>
  gap.flatMap(token => (token.kind === 'letter' ? [token.letter] : []))
const labelsIn = (gap: readonly PlaceToken[] = []) => gap.flatMap(token => (token.kind === 'label' ? [token.axis] : []))

/** A run of numbers that may be a half, with the letters and labels that are its own. */
interface HalfRun {
  readonly numbers: readonly PlaceNumber[]
  readonly letters: readonly Hemisphere[]
  readonly labels: readonly Axis[]
  /** Its letter is between its first two numbers. */
  readonly isInfix: boolean
}

/** All numbers as one half. */
export function wholeHalf({ numbers, gaps }: PlaceItems, axis?: Axis): PlaceHalf | NoHalf {
  const run = { numbers, letters: gaps.flatMap(lettersIn), labels: gaps.flatMap(labelsIn) }
  if (gaps.slice(1, -1).some(gap => gap.some(token => isBreak(token)))) return { why: unreadable }
  return halfOf({ ...run, isInfix: lettersIn(gaps[1]).length > 0 && numbers.length > 1 }, axis)
}

/** Each way to divide the numbers into two halves that can be ones; without any, why the likeliest way is none. */
export function halvesIn(items: PlaceItems): readonly (readonly [PlaceHalf, PlaceHalf])[] | NoHalf {
  const n = items.numbers.length
  const found: { readonly pair: readonly [PlaceHalf, PlaceHalf]; readonly isEven: boolean }[] = []
  let why = unreadable
  // The evenest cut comes last, so that its reason is the one reported.
  const cuts = Array.from({ length: Math.max(0, n - 1) }, (_, i) => i + 1).toSorted(
    (one, other) => Math.abs(2 * other - n) - Math.abs(2 * one - n),
  )
  for (const cut of cuts)
    for (const runs of runsAt(items, cut)) {
      const [one, other] = [halfOf(runs[0]), halfOf(runs[1])]
      if ('why' in one || 'why' in other) why = 'why' in one ? one.why : 'why' in other ? other.why : why
      else if (areMixed(one, other)) why = 'Uma coordenada está em graus decimais, e a outra não.'
      else if (one.axis === null || one.axis !== other.axis) found.push({ pair: [one, other], isEven: 2 * cut === n })
      else why = `Há duas ${axisNames[one.axis]}s, e falta a outra coordenada.`
    }
  if (!found.length) return { why }
  const even = found.filter(({ isEven }) => isEven)
  return (even.length ? even : found).map(({ pair }) => pair)
}

/** Decimal degrees beside degrees and minutes without marks suggest that one number is too many. */
const areMixed = (one: PlaceHalf, other: PlaceHalf) =>
  (one.form === 'decimal' && other.form === 'bare') || (one.form === 'bare' && other.form === 'decimal')

/** The two runs on both sides of a cut: in more than one way where it is not clear whose the letter between them is. */
function runsAt({ numbers, gaps }: PlaceItems, cut: number): readonly (readonly [HalfRun, HalfRun])[] {
  const n = numbers.length
  const inner = [...gaps.slice(1, cut), ...gaps.slice(cut + 1, n)]
  // Only a letter right after the degrees divides a half.
  if (inner.some(gap => gap.some(isBreak) || labelsIn(gap).length)) return []
  const strays = [...gaps.slice(2, cut), ...gaps.slice(cut + 2, n)]
  if (strays.some(gap => lettersIn(gap).length)) return []
  const [first, middle, last] = [lettersIn(gaps[0]), lettersIn(gaps[cut]), lettersIn(gaps[n])]
  const [oneInfix, otherInfix] = [cut > 1 ? lettersIn(gaps[1]) : [], cut + 1 < n ? lettersIn(gaps[cut + 1]) : []]
  const labels = gaps.map(labelsIn)
  // 'Lat/Long: …' names both before the first; a label after a number names what follows.
  const [named, between] = [labels[0] ?? [], labels[cut] ?? []]
  const axes = named.length === 2 ? named.map(axis => [axis]) : [named, between]
  const ways: readonly number[] = middle.length === 1 ? waysOfLetter(gaps[cut] ?? [], first.length > 0) : [1]
  return ways.map(taken => [
    {
      numbers: numbers.slice(0, cut),
      letters: [...first, ...oneInfix, ...middle.slice(0, taken)],
      labels: axes[0] ?? [],
      isInfix: oneInfix.length > 0,
    },
    {
      numbers: apart(numbers, cut),
      letters: [...middle.slice(taken), ...otherInfix, ...last],
      labels: axes[1] ?? [],
      isInfix: otherInfix.length > 0,
    },
  ])
}

/** How many letters of the gap are of the half before it. */
function waysOfLetter(gap: readonly PlaceToken[], isPrefixed: boolean): readonly number[] {
  const [letter, cut] = [gap.findIndex(({ kind }) => kind === 'letter'), gap.findIndex(isBreak)]
  const cutAfter = gap.findLastIndex(isBreak)
  if (isPrefixed) return [0]
  return cut < 0 || letter < cut || cutAfter > letter ? [1] : [0]
}

/** A hyphen before the second half is a minus where the first is one number, and else only keeps them apart. */
function apart(numbers: readonly PlaceNumber[], cut: number): readonly PlaceNumber[] {
  const [first, ...rest] = numbers.slice(cut)
  return first?.dash === 'hyphen' && cut === 1 ? [{ ...first, dash: '-' }, ...rest] : numbers.slice(cut)
}

const decimal = (text: string) => Number(text.replace(',', '.'))
const hasDecimals = (text: string) => /[.,]/.test(text)
const whole = (text: string) => text.replace(/[.,].*$/, '')
const unitNames = ['graus', 'minutos', 'segundos'] as const

function halfOf({ numbers: typed, letters, labels, isInfix }: HalfRun, wanted?: Axis): PlaceHalf | NoHalf {
  const [letter = null, ...more] = letters
  if (more.length) return { why: `Uma coordenada tem dois hemisférios: ${letters.join(' e ')}.` }
  const [label = null] = labels
  if (letter && label && axisOf(letter) !== label) return { why: `A ${axisNames[label]} tem o hemisfério ${letter}.` }
  const [first] = typed
  const numbers = unpacked(typed, letter, isInfix)
  if (!first || !numbers) return { why: unreadable }
  if (numbers.length > 3) return { why: 'Há números demais para duas coordenadas.' }
  for (const [at, { text, unit, dash }] of numbers.entries()) {
    if (unit !== null && unit !== at) return { why: `“${text}” não pode ser ${unitNames[unit]} neste lugar.` }
    if (at > 0 && dash !== null && dash !== 'hyphen') return { why: unreadable }
    if (at < numbers.length - 1 && hasDecimals(text))
      return { why: `“${text}” tem casas decimais, e depois dele ainda há “${numbers[at + 1]?.text ?? ''}”.` }
    if (at > 0 && whole(text).length > 2) return { why: unreadable }
    if (at > 0 && decimal(text) >= 60) return { why: `“${text}” não pode ser ${unitNames[at] ?? ''}: vão até 59.` }
  }
  const isHyphened = numbers.some(({ dash }, at) => at > 0 && dash === 'hyphen')
  // '-22-47' is rather two numbers than one of degrees and minutes.
  if (isHyphened && numbers.length < 3 && !letter) return { why: unreadable }
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map(({ text }) => decimal(text))
  const size = degrees + minutes / 60 + seconds / 3_600
  const axis = label ?? (letter && axisOf(letter))
  const meant = axis ?? wanted ?? 'lng'
  if (size > limits[meant]) return { why: `“${first.text}” passa de ${limits[meant]}°: não é uma ${axisNames[meant]}.` }
  const isPlain = numbers.length > 1 || hasDecimals(first.text) || letter !== null || label !== null || first.unit === 0
  const hasUnits = numbers.some(({ unit }) => unit !== null)
  const form = numbers.length === 1 ? (hasDecimals(first.text) ? 'decimal' : null) : hasUnits ? null : 'bare'
  return { size, axis, letter, dash: first.dash === 'hyphen' ? null : first.dash, form, isPlain }
}

const piece = (text: string): PlaceNumber => ({ kind: 'number', text, dash: null, glued: true, unit: null })

/**
 * Numbers written without anything between them: '20S085600' has seconds and their hundredths after its letter, '20S0832' seconds
 * alone, '200832S' and '0445315W' are of aeronautical publications. Null where the digits fit no form.
 */
function unpacked(
  numbers: readonly PlaceNumber[],
  letter: Hemisphere | null,
  isInfix: boolean,
): readonly PlaceNumber[] | null {
  const [first, second, ...more] = numbers
  if (!first || !letter) return numbers
  if (second && !more.length && isInfix && second.unit === null && whole(second.text).length > 2) {
    const [, minutes, seconds, hundredths = ''] = /^(\d\d)(\d\d)(\d\d|[.,]\d+)?$/.exec(second.text) ?? []
    if (!minutes || !seconds || hasDecimals(first.text)) return null
    const fraction = hundredths === '' || hasDecimals(hundredths) ? hundredths : `,${hundredths}`
    return [first, piece(minutes), piece(`${seconds}${fraction}`)]
  }
  if (second || first.unit !== null || whole(first.text).length < 4) return numbers
  const digits = whole(first.text)
  const wide = axisOf(letter) === 'lng' && digits.length % 2 ? 3 : 2
  const [, minutes, seconds] = /^(\d\d)(\d\d)?$/.exec(digits.slice(wide)) ?? []
  if (!minutes) return null
  const fraction = first.text.slice(digits.length)
  const degrees = { ...piece(digits.slice(0, wide)), dash: first.dash }
  return seconds ? [degrees, piece(minutes), piece(`${seconds}${fraction}`)] : [degrees, piece(`${minutes}${fraction}`)]
}
