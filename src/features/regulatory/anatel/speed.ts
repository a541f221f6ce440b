import { decimalSignOf, readNumeral, type DecimalSign } from '#kernel/numeral.ts'
import { foldText } from '#kernel/text.ts'

// Speeds as people write them. The whole text is read: each of its numbers is a speed, or something else that is known
// (a price, months, a quota), or the reason to ask. Nothing is searched for and the rest passed over.

export type SpeedUnit = 'kbps' | 'mbps' | 'gbps'

export type SpeedReading =
  /** In Mbps, with a decimal comma. */
  | { readonly mbps: string }
  /** Why it is not one speed; `among` the speeds it may be, in Mbps. */
  | { readonly reason: string; readonly among: readonly string[] }

/** Mbps in one of a unit: 'Mega', 'Mbit/s', 'kbps', 'G'. Bytes are written for bits by everybody. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^k(b|bps|bit|bits|ilo|ilobits?)?$/, 0.001],
  [/^m(b|bps|bit|bits|eg|ega|egas|egabits?|egabytes?)?$/, 1],
  [/^g(b|bps|bit|bits|iga|igas|igabits?|igabytes?)?$/, 1_000],
]
const factors: Readonly<Record<SpeedUnit, number>> = { kbps: 0.001, mbps: 1, gbps: 1_000 }

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** What else is counted in the name of a plan: its number says nothing of the speed. */
const countedWords = setOf('mes meses ano anos dia dias h hora horas minutos ghz mhz tb canal canais ponto pontos linha linhas ramal ramais ip ips reais real km tv tvs') // prettier-ignore
/** Words whose gigabytes are stored or used up, and not a speed. */
const quotas = setOf('franquia dados cota limite consumo armazenamento nuvem cloud drive backup')
const downloads = setOf('download down dl baixar')
const uploads = setOf('upload up ul subir')
/** Words that make more or less of the number after them. */
const bounds = setOf('acima abaixo mais menos minimo minima maximo garantia garantido garantida superior inferior')
/** Words of a row that sums others, or of a part of a speed. */
const sums = setOf('total totais subtotal soma somatorio media')
/** Words between a number and what it is of. */
const small = setOf('de da do em com por no na')

interface SpeedToken {
  readonly kind: 'number' | 'word' | 'sign'
  readonly text: string
  /** Whether nothing is between it and the one before. */
  readonly glued: boolean
}

const thin = /(?<=\d)[\u00a0\u2009\u202f'\u2019](?=\d{3}(?!\d))/g
/** The text in its parts. Blanks that only typesetters use, and apostrophes, separate thousands. */
function tokensOf(text: string): readonly SpeedToken[] {
  const clean = foldText(
    text
      .replace(/\p{Cf}/gu, '')
      .replace(thin, '’')
      .normalize('NFKC')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/×/g, 'x'),
  )
  let end = 0
  return [...clean.matchAll(/(\d+(?:[.,\u2019]\d+)*)|([a-z]+)|\S/g)].map(({ 0: part, 1: number, 2: word, index }) => {
    const glued = index === end && index > 0
    end = index + part.length
    return { kind: number ? 'number' : word ? 'word' : 'sign', text: part, glued }
  })
}

/** The values a number may be: two where its separator may be of thousands or of decimals, none where it is no number. */
function valuesOf(number: string): readonly number[] {
  const read = /^\d{1,3}(\u2019\d{3})+$/.test(number) ? Number(number.replaceAll('’', '')) : readNumeral(number)
  return read === null ? [] : typeof read === 'number' ? [read] : read
}

const showMbps = (mbps: number) => String(Number(mbps.toFixed(3))).replace('.', ',')
/** Multiples of 1,024 were meant as such. */
export const fromKbps = (kbps: number) => (kbps % 1_024 === 0 ? kbps / 1_024 : kbps / 1_000)
const inMbps = (value: number, factor: number) => (factor === factors.kbps ? fromKbps(value) : value * factor)

/** A number of the text that is a speed, or may be one. */
interface Found {
  readonly values: readonly number[]
  /** Null of one without a unit. */
  readonly factor: number | null
  readonly label: 'download' | 'upload' | null
  /** What is between it and the speed before it. */
  readonly joint: string
}

/** Characters of a speed at most, with the name of its plan. */
const longestSpeed = 200
const without = (reason: string) => ({ reason, among: [] })
const noSpeed = 'Escreva só o número, em Mbps, como 100 ou 0,5.'

/** The unit the title of a column gives: 'Velocidade (Kbps)', 'Download Mbps'. */
export function unitIn(title: string): SpeedUnit | null {
  const words = tokensOf(title.slice(0, longestSpeed)).map(({ text }) => text)
  const found = words.filter(each => /^[kmg](bps|bits?|b|ega|egas|iga|igas)?$/.test(each) && each.length > 1)
  const [first] = [...new Set(found.map(each => each.slice(0, 1)))]
  return first === 'k' ? 'kbps' : first === 'g' ? 'gbps' : first === 'm' ? 'mbps' : null
}

/** The unit of speeds without one: as the title of their column gives it, or else as somebody answered. */
export const speedUnitOf = (title: string | undefined, kbps: boolean): SpeedUnit | null =>
  (title === undefined ? null : unitIn(title)) ?? (kbps ? 'kbps' : null)

/**
 * The speed a text is; `unit` is that of a number alone, as the title of its column gives it. Of a download and an upload
 * it is the download. Never a guess: what may be two things has a reason and its readings.
 */
export function readSpeed(text: string, unit: SpeedUnit | null = null): SpeedReading {
  if (text.length > longestSpeed) return without(noSpeed)
  const tokens = tokensOf(text)
  const numbers = tokens.filter(({ kind }) => kind === 'number')
  const [only] = numbers
  if (only && tokens.length === 1) return unit ? settled([alone(only.text, factors[unit])]) : without(noSpeed)
  const word = (names: ReadonlySet<string>) => tokens.find(({ kind, text: each }) => kind === 'word' && names.has(each))
  const sum = word(sums)
  if (sum) return without('parece a soma de outras linhas, e não uma velocidade.')
  if (tokens.some(({ text: each }) => each === '%')) return without('é uma parte de uma velocidade. ' + noSpeed)
  const found = speedsIn(tokens)
  if (typeof found === 'string') return without(found)
  const bound = word(bounds)
  const read = settled(found)
  return bound && 'mbps' in read
    ? { reason: `diz “${bound.text}”: confirme a velocidade contratada.`, among: [read.mbps] }
    : read
}

const alone = (number: string, factor: number): Found => ({ values: valuesOf(number), factor, label: null, joint: '' })

/** The numbers of a text that may be speeds; or why one of them is not to be understood. */
function speedsIn(tokens: readonly SpeedToken[]): readonly Found[] | string {
  const found: Found[] = []
  let joint = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind !== 'number') {
      if (token && !isLabel(token.text)) joint += token.text
      continue
    }
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    const spaced = spacedFrom(tokens, at)
    if (spaced > 0 && at > 0) return 'tem números separados por espaço. ' + noSpeed
    const number = spaced ? tokens.slice(at, at + spaced).map(({ text }) => text).join('’') : token.text // prettier-ignore
    if (spaced) at += spaced - 1
    const after = spaced ? tokens[at + 1] : next
    if (isElse(tokens, at, token)) {
      joint += '#'
      continue
    }
    if (before?.text === '-' && at === 1 && token.glued) return 'é um número negativo. ' + noSpeed
    // A blank separates thousands, or a number of the plan from its speed.
    const values = [...valuesOf(number), ...(spaced ? valuesOf(tokens[at]?.text ?? '') : [])]
    if (!values.length || (token.glued && before?.kind === 'word' && !/^(x|r)$/.test(before.text)))
      return `tem “${number}”, que não se sabe o que é. ${noSpeed}`
    const factor = after?.kind === 'word' ? (units.find(([names]) => names.test(after.text))?.[1] ?? null) : null
    found.push({ values, factor, label: labelOf(tokens, at, factor !== null), joint })
    joint = ''
    if (factor !== null) {
      at++
      if (tokens[at + 1]?.text === '/' && tokens[at + 2]?.text === 's') at += 2
    }
  }
  return found
}

/** How many parts from here on are one number whose thousands a blank separates: '1 500 Mbps'; 0 where it is not. */
function spacedFrom(tokens: readonly SpeedToken[], at: number): number {
  if (!/^[1-9]\d{0,2}$/.test(tokens[at]?.text ?? '')) return 0
  let n = 1
  while (tokens[at + n]?.kind === 'number' && /^\d{3}$/.test(tokens[at + n]?.text ?? '')) n++
  return n > 1 ? n : 0
}

/** Whether a number is known not to be a speed: a price, months, a network's generation, gigabytes that are stored. */
function isElse(tokens: readonly SpeedToken[], at: number, { text }: SpeedToken): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]]
  const unit = next?.kind === 'word' ? next.text : ''
  if (before?.text === '$') return true
  if (before?.kind === 'word' && /^(ipv|wifi|fi)$/.test(before.text)) return units.every(([names]) => !names.test(unit))
  if (countedWords.has(unit)) return true
  if (unit === 'g' && next?.glued && /^[2-6]$/.test(text)) return true
  if (!/^(g|gb|gigas?|m|mb)$/.test(unit)) return false
  const near = [...wordsFrom(tokens, at - 1, -1), ...wordsFrom(tokens, at + 2, 1)]
  return near.some(word => quotas.has(word))
}

/** The words on one side up to the next number or sign, and the small ones among them passed over. */
function wordsFrom(tokens: readonly SpeedToken[], from: number, step: 1 | -1): readonly string[] {
  const words: string[] = []
  for (let at = from; tokens[at]?.kind === 'word' && words.length < 2; at += step) {
    const { text } = tokens[at] ?? { text: '' }
    if (!small.has(text)) words.push(text)
  }
  return words
}

/** Which way a speed goes, by the word before it, or after it where no such word begins the text. */
function labelOf(tokens: readonly SpeedToken[], at: number, hasUnit: boolean): Found['label'] {
  const begins = tokens.findIndex(({ text }) => isLabel(text)) < tokens.findIndex(({ kind }) => kind === 'number')
  const [word = ''] = begins ? wordsFrom(tokens, at - 1, -1) : wordsFrom(tokens, at + (hasUnit ? 2 : 1), 1)
  return downloads.has(word) ? 'download' : uploads.has(word) ? 'upload' : null
}
const isLabel = (word: string) => downloads.has(word) || uploads.has(word)

/** The one speed of those found, if it is one. */
function settled(found: readonly Found[]): SpeedReading {
  const lastUnit = found.findLast(({ factor }) => factor !== null)?.factor ?? null
  const speeds = found.map((each, at) => ({
    ...each,
    // Of '300/150 Mbps' and '100 a 300 Mega' both have the unit that is written once.
    factor: each.factor ?? (found[at + 1] && isJoint(found[at + 1]?.joint) ? lastUnit : null),
  }))
  const among = [...new Set(speeds.flatMap(({ values, factor }) => values.map(each => showMbps(inMbps(each, factor ?? 1)))))] // prettier-ignore
  const some = among.filter(each => each !== '0')
  const doubt = (): SpeedReading => ({
    reason: some.length ? `pode ser ${some.join(' ou ')} Mbps. Escreva ${some.length === 2 ? 'um dos dois' : some.length > 2 ? 'um deles' : 'o número'}.` : noSpeed, // prettier-ignore
    among: some,
  })
  const [first, second] = speeds
  if (!first || some.length === 0) return without(noSpeed)
  if (speeds.some(({ values, factor }) => values.length > 1 || factor === null)) return doubt()
  if (among.length === 1) return { mbps: among[0] ?? '' }
  const down = speeds.filter(({ label }) => label === 'download')
  const others = speeds.filter(({ label }) => label !== 'upload')
  const [labelled] = down.length === 1 ? down : others.length === 1 && speeds.length === 2 ? others : []
  if (labelled) return settled([{ ...labelled, joint: '' }])
  const isPair = second && speeds.length === 2 && /^([a-z]?\/|x|\|)$/.test(second.joint)
  return isPair && mbpsOf(first) > mbpsOf(second) ? { mbps: showMbps(mbpsOf(first)) } : doubt()
}

const isJoint = (joint = '') => /^(\/|x|\||-|a|ate|e|ou|\+)$/.test(joint)
const mbpsOf = ({ values, factor }: Found) => inMbps(values[0] ?? 0, factor ?? 1)

/**
 * The speeds of a column of which somebody says that it is in Mbps: numbers alone, by the sign the column writes its
 * decimals with, or texts with a unit. What may be two things is none, with the reason.
 */
export function readSpeeds(texts: readonly string[]): readonly (number | Exclude<SpeedReading, { mbps: string }>)[] {
  const sign = decimalSignOf(texts)
  return texts.map(text => speedOf(text, sign))
}

function speedOf(text: string, sign: DecimalSign | null) {
  const number = readNumeral(text, sign)
  if (typeof number === 'number') return number
  const read = readSpeed(text, 'mbps')
  return 'mbps' in read ? Number(read.mbps.replace(',', '.')) : read
}
