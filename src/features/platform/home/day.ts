import { dayIn, daysTo } from '#kernel/clock.ts'
import { collecting, label } from '#parts/period/period.ts'

const spoken = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

const words = (day: string) => {
  const said = spoken.format(new Date(`${day}T00:00:00Z`)).replace('-feira', '')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** 'Bom dia, Ana. Sexta, 20 de novembro · competência out/2026'. */
export function greeting(name: string, now: Date): string {
  const { day, hour } = dayIn(now)
  const wish = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde'
  return `${wish}, ${name.trim().split(/\s+/)[0]}. ${words(day)} · competência ${label(collecting(day))}`
}

/** '2026-11-28' → 'hoje', 'amanhã' or '28/11'. */
export function dayAhead(day: string, now: Date): string {
  const days = daysTo(day, dayIn(now).day)
  return days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `${day.slice(8)}/${day.slice(5, 7)}`
}
