/** Degrees, minutes and seconds with two decimals, as licences write a place: 22°54'21,60" S 047°03'38,16" W. */
export function degrees(lat: unknown, lng: unknown): string | null {
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  return `${arc(lat, 2)} ${lat < 0 ? 'S' : 'N'} ${arc(lng, 3)} ${lng < 0 ? 'W' : 'E'}`
}

function arc(value: number, width: number): string {
  // In hundredths of a second: rounding once, so that no part ever reads 60.
  const whole = Math.round(Math.abs(value) * 360_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const [seconds, minutes] = [whole % 6_000, Math.floor(whole / 6_000) % 60]
  const degree = String(Math.floor(whole / 360_000)).padStart(width, '0')
  return `${degree}°${two(minutes)}'${two(Math.floor(seconds / 100))},${two(seconds % 100)}"`
}
