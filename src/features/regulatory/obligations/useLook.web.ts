import { useLocation, useNavigate } from '@tanstack/react-router'
import { daysTo } from '#kernel/clock.ts'
import { periodOf, type Period } from '#parts/period/period.ts'
import { monthKey } from '#features/regulatory/obligations/when.ts'

/** What the calendar is narrowed to. Empty for all. */
export interface CalendarLook {
  readonly month: Period
  /** Days that are looked at instead of a month, both of them included. */
  readonly span: { readonly from: string; readonly to: string } | null
  readonly empresa: string
  readonly obligation: string
  readonly situation: string
  readonly words: string
  /** The duty whose clients are shown: its id and its period. */
  readonly shown: string
}

const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What is looked at is in the address: who opens it elsewhere sees the same. */
export function useLook(today: string): readonly [CalendarLook, (change: Partial<CalendarLook>) => void] {
  const { searchStr } = useLocation()
  const go = useNavigate()
  const asked = new URLSearchParams(searchStr)
  const of = (name: string) => asked.get(name) ?? ''
  const [from, to] = [of('de'), of('ate')]
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(of('mes')) ?? []
  const look: CalendarLook = {
    span: isDay(from) && isDay(to) && daysTo(to, from) >= 0 && daysTo(to, from) <= 400 ? { from, to } : null,
    month: year && month ? { year: Number(year), month: Number(month) } : periodOf(today),
    empresa: of('empresa'),
    obligation: of('obrigacao'),
    situation: of('situacao'),
    words: of('busca'),
    shown: of('aberta'),
  }
  const change = (part: Partial<CalendarLook>) => {
    const { month: at, span, empresa, obligation, situation, words, shown } = { ...look, ...part }
    const search = {
      ...(span ? { de: span.from, ate: span.to } : { mes: monthKey(at) }),
      ...(empresa && { empresa }),
      ...(obligation && { obrigacao: obligation }),
      ...(situation && { situacao: situation }),
      ...(words && { busca: words }),
      ...(shown && { aberta: shown }),
    }
    void go({ to: '.', search, replace: true })
  }
  return [look, change]
}
