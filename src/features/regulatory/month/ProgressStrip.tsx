import { states, type MonthState } from '#features/regulatory/month/month.ts'
import styles from '#features/regulatory/month/progress.module.css'

/** The way of a coleta, the end of it first. */
const way: readonly MonthState[] = [
  'processada',
  'enviada',
  'dispensada',
  'finalizado',
  'em-conferencia',
  'em-aberto',
  'aguardando-cliente',
  'ausente',
  'com-erro',
]

interface Props {
  readonly countOf: (state: MonthState) => number
}
/** How far the month is, at a glance; the numbers are in the situations below it. */
export const ProgressStrip = ({ countOf }: Props) => (
  <div className={styles.strip} aria-hidden>
    {way.map(state => {
      const many = countOf(state)
      const { name, many: names, tone } = states[state]
      return (
        many > 0 && (
          <span
            key={state}
            className={styles.part}
            data-state={tone}
            data-open={state === 'ausente' || undefined}
            style={{ flexGrow: many }}
            title={`${many} ${many === 1 ? name : names}`}
          />
        )
      )
    })}
  </div>
)
