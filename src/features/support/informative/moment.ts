/** Brasília keeps one time the whole year. */
const offset = 3 * 3_600_000

/** '2026-03-04T14:30' of Brasília, of an instant. */
export const localOf = (instant: string) => new Date(Date.parse(instant) - offset).toISOString().slice(0, 16)

/** The instant of '2026-03-04T14:30' in Brasília; null of nothing, and of half a moment. */
export function momentAt(local: string): string | null {
  const at = Date.parse(`${local}:00Z`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) && !Number.isNaN(at) ? new Date(at + offset).toISOString() : null
}
