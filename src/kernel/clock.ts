/** Where the product's days begin: Anatel's terms run in Brasília time. */
export const timeZone = 'America/Sao_Paulo'

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})
/** The calendar day, 'AAAA-MM-DD', and the hour in Brasília. */
export function dayIn(now: Date): { readonly day: string; readonly hour: number } {
  const part = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]))
  return { day: `${part.year}-${part.month}-${part.day}`, hour: Number(part.hour) }
}

/** Days from one, 'AAAA-MM-DD', to the other; negative when it is past. */
export const daysTo = (day: string, today: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
/** The day so many days after one, 'AAAA-MM-DD'; before it where negative. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
