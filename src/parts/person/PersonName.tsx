import { useContext } from 'react'
import { showDate } from '#kernel/show.ts'
import { useMine } from '#parts/person/useMine.web.ts'
import { CalledPeople } from '#web/kinds/called.ts'
import { isRecord } from '#web/storage.ts'
import styles from '#parts/person/person.module.css'

interface Props {
  readonly person: unknown
  readonly inline?: boolean
  /** A shorter name, where it is unique; a list gives it to all of its cells. The full one is in the hint. */
  readonly called?: string | undefined
}

/** Who answers for a row, and, while they are away, who is there instead. */
export function PersonName({ person, inline, called }: Props) {
  const { away } = useMine()
  const inList = useContext(CalledPeople)
  if (!isRecord(person)) return <Nobody />
  const short = called ?? inList.get(Number(person.id))
  const gone = away.find(each => each.person === person.id)
  return (
    <span className={inline ? styles.person : `${styles.person} ${styles.cell}`}>
      <span className={short ? `${styles.name} ${styles.short}` : styles.name} title={String(person.name)}>
        {short ?? String(person.name)}
      </span>{' '}
      {gone && <span className="meta">{`${gone.stand_in.name} no lugar, até ${showDay(gone.until)}`}</span>}
    </span>
  )
}

const Nobody = () => (
  <>
    <span aria-hidden>—</span>
    <span className="sr-only">sem responsável</span>
  </>
)

/** '10/12'. */
const showDay = (day: string) => showDate(day).slice(0, 5)
