/** Speeds as people write them: '100 Mega', 'Fibra 300MB', '1 Giga', '512 kbps'. */

const units: readonly (readonly [RegExp, number])[] = [
  [/^k(b|bps|bit|bits|ilo|bit\/s|b\/s)?$/, 0.001],
  [/^m(b|bps|bit|bits|ega|egas|egabits?|bit\/s|b\/s)?$/, 1],
  [/^g(b|bps|bit|bits|iga|igas|igabits?|bit\/s|b\/s)?$/, 1_000],
]
const amount = /(?<![\w,.])(\d{1,7}(?:[.,]\d{1,3})?)\s*([kmg][a-z]*(?:\/s)?)(?![a-z\d])/gi
/** Mobile networks, not speeds: 'Internet 4G'. */
const generation = /^[2-6]g$/i
/** '1.000' and '1,000': what separates three digits may separate thousands or decimals. */
const isDoubtful = (number: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(number)

const written = (mbps: number) => String(Number(mbps.toFixed(3))).replace('.', ',')
/** Multiples of 1,024 were meant as such. */
export const fromKbps = (kbps: number) => (kbps % 1_024 === 0 ? kbps / 1_024 : kbps / 1_000)

interface Amount {
  readonly number: string
  /** Mbps in one of its unit. */
  readonly factor: number
}
const amountsIn = (text: string): readonly Amount[] =>
  [...text.matchAll(amount)].flatMap(([whole, number = '', unit = '']) => {
    const factor = generation.test(whole) ? undefined : units.find(([names]) => names.test(unit.toLowerCase()))?.[1]
    return factor ? [{ number, factor }] : []
  })

/**
 * The speed a text says, in Mbps with a comma; null when it says none, more than one, or one that may be read in two ways.
 * Numbers alone are in Kbps only when told so. Of a download and an upload, '300M/150M', it is the first.
 */
export function spokenSpeed(text: string, kbps: boolean): string | null {
  if (/^\d+$/.test(text)) return kbps ? written(fromKbps(Number(text))) : null
  const amounts = amountsIn(text)
  if (amounts.some(({ number }) => isDoubtful(number))) return null
  const [first, ...rest] = amounts.map(({ number, factor }) => Number(number.replace(',', '.')) * factor)
  if (first === undefined || first === 0) return null
  const isPair = rest.length === 1 && /\d\s*[a-z]*\s*\/\s*\d/i.test(text)
  return isPair || rest.every(each => each === first) ? written(first) : null
}

/** The two speeds a text may mean, the larger first: '1.000 Mega' is 1000 or 1; null of any other. */
export function doubtfulSpeed(text: string): readonly [string, string] | null {
  const found = amountsIn(text).find(({ number }) => isDoubtful(number))
  if (!found) return null
  const { number, factor } = found
  return [written(Number(number.replace(/[.,]/, '')) * factor), written(Number(number.replace(',', '.')) * factor)]
}
