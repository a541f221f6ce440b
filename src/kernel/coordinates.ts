// Where something is on Earth, as it is stored and shown: decimal degrees of WGS 84 with six decimals, some 11 cm.

/** North and east are positive. */
export interface Point {
  readonly lat: number
  readonly lng: number
}
export type Axis = keyof Point

/** The most degrees of each axis. */
export const limits = { lat: 90, lng: 180 } as const

/** Six decimals, never minus zero. */
export const sixth = (degrees: number) => Math.round(degrees * 1e6) / 1e6 + 0

/** '-22,906000; -47,060600'. */
export const decimals = ({ lat, lng }: Point) => `${sixDecimals(lat)}; ${sixDecimals(lng)}`
export const sixDecimals = (degrees: number) => degrees.toFixed(6).replace('.', ',')

/** The point of a line that holds both coordinates; null where one is missing. */
export const pointIn = ({ lat, lng }: { readonly lat?: unknown; readonly lng?: unknown }): Point | null =>
  typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null

/** Degrees, minutes and seconds with two decimals, as licences write a place: 22°54'21,60" S 047°03'38,16" W. */
export const degrees = ({ lat, lng }: Point) => `${degreesOf(lat, 'lat')} ${degreesOf(lng, 'lng')}`

/** One of the two: 22°54'21,60" S. */
export function degreesOf(value: number, axis: Axis): string {
  // In hundredths of a second: rounding once, so that no part ever reads 60.
  const whole = Math.round(Math.abs(value) * 360_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const [seconds, minutes] = [whole % 6_000, Math.floor(whole / 6_000) % 60]
  const degree = String(Math.floor(whole / 360_000)).padStart(axis === 'lat' ? 2 : 3, '0')
  const [positive, negatively] = axis === 'lat' ? (['N', 'S'] as const) : (['E', 'W'] as const)
  return `${degree}°${two(minutes)}'${two(Math.floor(seconds / 100))},${two(seconds % 100)}" ${value < 0 ? negatively : positive}`
}
