/** Speeds as people write them: '100 Mega', 'Fibra 300MB', '1 Giga', '512 kbps'. */

const units: readonly (readonly [RegExp, number])[] = [
  [/^k(b|bps|bit|bits|ilo|bit\/s|b\/s)?$/, 0.001],
  [/^m(b|bps|bit|bits|ega|egas|egabits?|bit\/s|b\/s)?$/, 1],
  [/^g(b|bps|bit|bits|iga|igas|igabits?|bit\/s|b\/s)?$/, 1_000],
]
const amount = /(?<![\w,.])(\d{1,7}(?:[.,]\d{1,3})?)\s*([kmg][a-z]*(?:\/s)?)(?![a-z\d])/gi

const written = (mbps: number) => String(Number(mbps.toFixed(3))).replace('.', ',')
/** Multiples of 1,024 were meant as such. */
export const fromKbps = (kbps: number) => (kbps % 1_024 === 0 ? kbps / 1_024 : kbps / 1_000)

/**
 * The speed a text says, in Mbps with a comma; null when it says none, or more than one. Numbers alone are in Kbps only when
 * told so. Of a download and an upload, '300M/150M', it is the first.
 */
export function spokenSpeed(text: string, kbps: boolean): string | null {
  if (/^\d+$/.test(text)) return kbps ? written(fromKbps(Number(text))) : null
  const found = [...text.matchAll(amount)].flatMap(([, number = '', unit = '']) => {
    const factor = units.find(([names]) => names.test(unit.toLowerCase()))?.[1]
    return factor ? [Number(number.replace(',', '.')) * factor] : []
  })
  const [first, ...rest] = found
  if (first === undefined || first === 0) return null
  const isPair = rest.length === 1 && /\d\s*[a-z]*\s*\/\s*\d/i.test(text)
  return isPair || rest.every(each => each === first) ? written(first) : null
}
