import { isBankDay } from '#kernel/calendar.ts'
import { showDate } from '#kernel/show.ts'
import type { Period } from '#parts/period/period.ts'
import { dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { dutyKey, openOf, type DutyGroup } from '#features/regulatory/obligations/listed.ts'
import { isIn, monthName, weeksOf } from '#features/regulatory/obligations/when.ts'
import styles from '#features/regulatory/obligations/obligations.module.css'

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

interface Props {
  readonly month: Period
  readonly groups: readonly DutyGroup[]
  readonly today: string
  readonly onShow: (key: string) => void
}

/** The month at a glance: what falls due on each day, and how much of it is done. */
export const MonthCalendar = ({ month, groups, today, onShow }: Props) => (
  <table className={styles.calendar}>
    <caption className="sr-only">Vencimentos de {monthName(month)}</caption>
    <thead>
      <tr>
        {weekdays.map(name => (
          <th key={name} scope="col" abbr={name}>
            {name.slice(0, 3)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(month).map(week => (
        <tr key={week[0]}>
          {week.map(day => (
            <td
              key={day}
              data-outside={!isIn(day, month) || undefined}
              data-closed={!isBankDay(day) || undefined}
              aria-current={day === today ? 'date' : undefined}
            >
              <time dateTime={day} aria-label={showDate(day)}>
                {Number(day.slice(8))}
              </time>
              {groups
                .filter(({ due }) => due === day)
                .map(group => (
                  <Duty key={dutyKey(group)} group={group} onShow={onShow} />
                ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Duty({ group, onShow }: { readonly group: DutyGroup; readonly onShow: (key: string) => void }) {
  const { counts, short } = group
  const open = openOf(group)
  const all = open + counts.feita + counts.dispensada
  return (
    <button
      type="button"
      data-state={counts.atrasada > 0 ? 'erro' : open > 0 ? 'info' : 'ok'}
      aria-label={`${dutyTitle(group)}: ${all - open} de ${all}`}
      onClick={() => onShow(dutyKey(group))}
    >
      <span>{short}</span>
      <span className="num">{`${all - open}/${all}`}</span>
    </button>
  )
}
