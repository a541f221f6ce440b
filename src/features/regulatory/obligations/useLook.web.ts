import { daysTo } from '#kernel/clock.ts'
import { monthParameter } from '#parts/period/monthParameter.web.ts'
import { monthKey, periodOf, type Period } from '#parts/period/period.ts'
import { textParameter, useAddress } from '#web/route/search.ts'

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

const dayParameter = { ...textParameter, read: (text: string) => (isDay(text) ? text : undefined) }
const calendarParameters = {
  de: dayParameter,
  ate: dayParameter,
  mes: monthParameter(periodOf),
  empresa: textParameter,
  obrigacao: textParameter,
  situacao: textParameter,
  busca: textParameter,
  aberta: textParameter,
}

/** What the calendar shows is in the address: a colleague who opens the address sees the same. */
export function useLook(): readonly [CalendarLook, (change: Partial<CalendarLook>) => void] {
  const [{ de, ate, mes, ...given }, changeAddress] = useAddress(calendarParameters)
  const look: CalendarLook = {
    span: de && ate && daysTo(ate, de) >= 0 && daysTo(ate, de) <= 400 ? { from: de, to: ate } : null,
    month: periodOf(mes),
    empresa: given.empresa,
    obligation: given.obrigacao,
    situation: given.situacao,
    words: given.busca,
    shown: given.aberta,
  }
  const change = (part: Partial<CalendarLook>) => {
    const { month, span, empresa, obligation, situation, words, shown } = { ...look, ...part }
    changeAddress({
      de: span?.from ?? '',
      ate: span?.to ?? '',
      mes: span ? '' : monthKey(month),
      empresa,
      obrigacao: obligation,
      situacao: situation,
      busca: words,
      aberta: shown,
    })
  }
  return [look, change]
}
