import { timeZone } from '#kernel/clock.ts'
import { locale } from '#web/constants.ts'

const units = [
  [60, 'second'],
  [3_600, 'minute'],
  [86_400, 'hour'],
  [604_800, 'day'],
] as const
const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone })
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone })

/** 'há 5 min' up to seven days, then '04/03/2026'. Instants are ISO 8601. */
export function ago(instant: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1_000)
  if (seconds < 60) return 'agora'
  const at = units.findIndex(([limit]) => seconds < limit)
  const unit = units[at]
  const size = units[at - 1]?.[0]
  return unit && size
    ? relative.format(-Math.floor(seconds / size), unit[1]).replace('.', '')
    : day.format(new Date(instant))
}

/** '04/03/2026, 14:32' in São Paulo. */
export const fullTime = (instant: string) => full.format(new Date(instant))
