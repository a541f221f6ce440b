import { dayAfter } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { capital, count, join } from '#kernel/text.ts'
import { dutyTitle, legalDayInWords } from '#features/regulatory/obligations/duties.ts'
import type { CalendarEvent } from '#features/regulatory/obligations/ics.ts'
import { groupOf, openOf } from '#features/regulatory/obligations/listed.ts'
import { isDoubtful } from '#features/regulatory/obligations/rules.ts'
import type { DutyState } from '#features/regulatory/obligations/standing.ts'

/** Names listed of those who still owe; beyond them, only how many. */
const namesListed = 20
const clientText = { one: 'cliente', many: 'clientes', gender: 'm' } as const

/** A duty as a day of a calendar. `at` is the product's address, `owner` whose calendar it is. */
export function eventOf(
  { duty, items }: DutyState,
  { at, owner }: { readonly at: string; readonly owner: string },
): CalendarEvent {
  const { rule, period, due, cutoff } = duty
  const group = groupOf({ duty, items })
  const open = openOf(group)
  const moved = legalDayInWords(duty)
  const title = dutyTitle({ name: rule.name, label: duty.label })
  const owing = [
    ...new Set(
      items.flatMap(({ situation, client }) =>
        situation === 'feita' || situation === 'dispensada' ? [] : [client.name],
      ),
    ),
  ]
  const many = group.clients > 1
  const more = owing.length > namesListed ? [`mais ${count(owing.length - namesListed, clientText)}`] : []
  return {
    uid: `${rule.id}-${period}-${owner}@${new URL(at).hostname}`,
    day: due,
    summary: open === 0 ? `Feito: ${title}` : many ? `${title} (${items.length - open} de ${items.length})` : title,
    description: [
      open === 0 ? 'Tudo feito.' : `A fazer: ${join([...owing.slice(0, namesListed), ...more])}.`,
      moved === null ? '' : `${capital(moved)}.`,
      cutoff ? `Prazo interno: ${showDate(cutoff)}.` : '',
      isDoubtful(rule) ? 'Conferir: a fonte desta data não é oficial.' : '',
      rule.note ?? '',
      `Base: ${rule.basis}.`,
    ]
      .filter(Boolean)
      .join('\n'),
    url: `${at}/obrigacoes?mes=${due.slice(0, 7)}`,
    ...(open > 0 && { alarm: { day: alarmDay(due, cutoff), says: title } }),
  }
}

/** The office's deadline, or the day before the due date. */
const alarmDay = (due: string, cutoff: string | null) => (cutoff !== null && cutoff <= due ? cutoff : dayAfter(due, -1))
