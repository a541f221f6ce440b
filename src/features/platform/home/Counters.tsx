import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayAfter } from '#kernel/clock.ts'
import { listStatuses } from '#features/api.ts'
import { Count, type CountProps } from '#features/platform/home/Count.tsx'
import { lateOf, useDuties } from '#features/platform/home/useDuties.web.ts'
import { openOf, type DutyGroup } from '#features/regulatory/obligations/listed.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { toSearch, type Search } from '#web/table/address.ts'
import styles from '#features/platform/home/home.module.css'

/** Days ahead in which what is due cannot wait. */
const soon = 3
const listCollects = callsOf(collects).list

interface Props {
  readonly today: string
}

/** Counts what is late, urgent or stalled across all clients; each number leads to just those it counts. */
export function OfficeCounters({ today }: Props) {
  const user = useUser()
  return (
    <ul className={styles.counters}>
      {can(user, 'obligations.index') && <DutyCounts today={today} />}
      {can(user, listCollects.id) && <CollectCounts />}
    </ul>
  )
}

function DutyCounts({ today }: Props) {
  const { data, isError } = useDuties(today)
  const groups = data?.groups ?? []
  const until = dayAfter(today, soon)
  const sum = (some: readonly DutyGroup[], of: (group: DutyGroup) => number) =>
    some.reduce((all, group) => all + of(group), 0)
  const late = sum(groups, ({ counts }) => counts.atrasada)
  const due = sum(
    groups.filter(group => group.due >= today && group.due <= until),
    openOf,
  )
  const known = { known: data !== undefined, wrong: isError }
  const at = (search: Search) => `/obrigacoes${toSearch(search)}`
  return (
    <>
      <Count
        n={late}
        {...known}
        to={at(lateOf(today))}
        words={['obrigação atrasada', 'obrigações atrasadas']}
        pressing
      />
      <Count
        n={due}
        {...known}
        to={at({ de: today, ate: until, situacao: 'a-fazer' })}
        words={[`vence em ${soon} dias`, `vencem em ${soon} dias`]}
      />
    </>
  )
}

const countedSteps: Readonly<Record<string, CountProps['words']>> = {
  'aguardando-cliente': ['coleta aguarda o cliente', 'coletas aguardam o cliente'],
  'com-erro': ['coleta com erro na Anatel', 'coletas com erro na Anatel'],
}

/** Counts coletas of any month that wait for somebody's action. */
function CollectCounts() {
  const { data } = useAnswer(listStatuses, { query: { model: 'Collect' } }, { staleTime: Infinity })
  return Object.entries(countedSteps).map(([slug, words]) => (
    <CollectCount key={slug} status={data?.data.find(each => each.slug === slug)?.id} words={words} />
  ))
}

interface CollectCountProps extends Pick<CountProps, 'words'> {
  readonly status: number | undefined
}
function CollectCount({ status, words }: CollectCountProps) {
  const search: Search = { 'filter[status_id]': String(status), active: 'true' }
  const input = { query: { ...search, per_page: 1 } }
  const { data, isError } = useAnswer(listCollects, input, { enabled: status !== undefined })
  const known = { known: data !== undefined, wrong: isError }
  return <Count n={data?.total ?? 0} {...known} to={`/collects${toSearch(search)}`} words={words} />
}
