import { timeZone } from '#kernel/clock.ts'

// How values are shown in Portuguese. Formatters are made once: making one costs a hundred times what using it does.
// Spaces between a number and its sign or unit do not break (U+00A0). What cannot be read is shown as it came.

const time = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
})
const wall = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
const ago = new Intl.RelativeTimeFormat('pt-BR', { style: 'short' })
const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
const loose = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 6 })
const fixed = [0, 1, 2, 3, 4, 5, 6].map(
  scale => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: scale, maximumFractionDigits: scale }),
)
const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const

/** 1234.56 → 'R$ 1.234,56'. */
export const showMoney = (reais: number) => currency.format(reais)
/** 1234.5 → '1.234,5'; with a scale of 2, '1.234,50'. */
export const showDecimal = (value: number, scale?: number) =>
  ((scale === undefined ? loose : fixed[scale]) ?? loose).format(value)
/** 18 → '18,00 %'. */
export const showPercent = (value: number) => `${showDecimal(value, 2)}\u00a0%`
/** 1234 → '1.234'. */
export const showInteger = (value: number) => whole.format(value)
/** (10, 'Mbps') → '10 Mbps'. */
export const showMeasure = (value: number, unit: string) => `${showDecimal(value)}\u00a0${unit}`

/** '2026-11-20' → '20/11/2026', by the letters alone: a day has no time zone to slip through. */
export const showDate = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')

/** '2026-11-20T02:30:00Z' → '19/11/2026 23:30', the time in Brasília. */
export function showInstant(instant: string): string {
  const moment = Date.parse(instant)
  return Number.isNaN(moment) ? instant : time.format(moment).replace(',', '')
}

/** '2026-11-20T02:30:00Z' → 2026-11-19T23:30:00Z: what the clock in Brasília shows, as if it were UTC's. */
export const wallClock = (instant: string) => new Date(`${wall.format(Date.parse(instant)).replace(' ', 'T')}Z`)

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** 'agora', 'há 5 min', 'há 3 h', 'em 2 dias'; beyond seven days, the date. */
export function showAgo(instant: string, now: string): string {
  const passed = Date.parse(instant) - Date.parse(now)
  const distance = Math.abs(passed)
  if (Number.isNaN(passed)) return instant
  if (distance < minute) return 'agora'
  if (distance >= 8 * day) return showInstant(instant).slice(0, 10)
  const [unit, size] =
    distance < hour
      ? (['minute', minute] as const)
      : distance < day
        ? (['hour', hour] as const)
        : (['day', day] as const)
  return ago.format(Math.trunc(passed / size), unit).replace(/\.$/, '')
}

/** (2026, 3) → '03/2026'. */
export const showCompetence = (year: number, month: number) => `${String(month).padStart(2, '0')}/${year}`
/** (2026, 3) → 'mar/2026', for charts and headers. */
export const showMonth = (year: number, month: number) => `${months[month - 1] ?? month}/${year}`

const units = ['bytes', 'KB', 'MB', 'GB'] as const
/** 1,4 MB */
export function showBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)))
  const value = bytes / 1024 ** step
  return `${(step && value < 10 ? tenths : whole).format(value)}\u00a0${units[step]}`
}
