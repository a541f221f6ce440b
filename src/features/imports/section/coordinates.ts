/** The letters of each half of the world, as licences write them, in Portuguese too. */
const negative = /[SWO]/

/**
 * A latitude or longitude in decimal degrees, comma or dot, or in degrees, minutes and seconds, the hemisphere before or
 * after: '-22,906', '22°54'21,60" S', '22S5421,60', 'S 22 54 21.6'. Six decimals; null when it is not one.
 */
export function coordinate(text: string, limit: 90 | 180): number | null {
  const given = text.trim().toUpperCase().replace('−', '-')
  const [letter, ...more] = given.match(/[NSEWLO]/g) ?? []
  if (more.length) return null
  const sign = given.startsWith('-') || (letter !== undefined && negative.test(letter)) ? -1 : 1
  const degrees = letter === undefined ? (decimal(given) ?? arc(given)) : (arc(given) ?? decimal(given))
  if (degrees === null || degrees > limit) return null
  return Math.round(sign * degrees * 1e6) / 1e6 + 0
}

const amount = (text: string) => Number(text.replace(',', '.'))

/** '-22,906' → 22.906; the hemisphere's letter stands outside. */
function decimal(text: string): number | null {
  const [, found] = /^[-+]?\s*[NSEWLO]?\s*(\d{1,3}(?:[.,]\d+)?)\s*°?\s*[NSEWLO]?$/.exec(text) ?? []
  return found === undefined ? null : amount(found)
}

/** Degrees, minutes and seconds, apart by signs, spaces or, between degrees and minutes, the hemisphere's letter. */
function arc(text: string): number | null {
  const spaced = text.replace(/^[-+]/, '').trim()
  const packed = /^(\d{1,3})[NSEWLO](\d\d)(\d\d(?:[.,]\d+)?)$/.exec(spaced)
  const parts =
    packed ??
    /^[NSEWLO]?\s*(\d{1,3})\s*[°º:\s]\s*(\d{1,2})\s*['’′:\s]\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:["”″]|''|’’)?\s*[NSEWLO]?$/.exec(
      spaced,
    )
  if (!parts) return null
  const [degrees = 0, minutes = 0, seconds = 0] = parts.slice(1).map(amount)
  return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : null
}
