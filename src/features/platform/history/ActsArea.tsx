import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { date } from '#kernel/field.ts'
import { readActs } from '#features/platform/history/api.ts'
import { EventPages, KindFilter } from '#features/platform/history/EventPages.tsx'
import { EventRow } from '#features/platform/history/EventRow.tsx'
import { useAnswerPages } from '#parts/paging/useAnswerPages.web.ts'
import { useAnswer } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/history/timeline.module.css'

interface Props {
  readonly person: { readonly uuid: string }
}
const days = { from: date('De'), to: date('Até') } as const
// It grows with every act: it is read at each visit.
const fresh = { staleTime: 0 } as const

/** What somebody did, the latest first, by kind and by days. */
export default function ActsArea({ person }: Props) {
  const [kind, narrow] = useState<string | null>(null)
  const [period, choose] = useState<{ readonly from?: string; readonly to?: string }>({})
  const query = { ...(kind !== null && { kind }), ...period }
  const pages = useAnswerPages(
    readActs,
    before => ({ id: person.uuid, query: { ...query, ...(before !== undefined && { before }) } }),
    ({ next }) => next,
  )
  return (
    <>
      <search className={styles.filters}>
        <KindFilter pages={pages} value={kind} onChange={narrow} />
        {(['from', 'to'] as const).map(name => (
          <Input
            key={name}
            name={name}
            field={days[name]}
            value={period[name] ?? null}
            onChange={value => {
              const { [name]: _, ...rest } = period
              choose(typeof value === 'string' && value ? { ...rest, [name]: value } : rest)
            }}
          />
        ))}
      </search>
      <EventPages
        pages={pages}
        empty="O que esta pessoa fizer passa a aparecer aqui."
        isNarrowed={Object.keys(query).length > 0}
        bare
      />
    </>
  )
}

/** The last that somebody did, beside everything else of them. */
export function ActsGlance({ person }: Props) {
  const [now] = useState(() => Date.now())
  const { data } = useAnswer(readActs, { id: person.uuid, query: { per_page: 5 } }, fresh)
  if (!data?.data.length) return null
  return (
    <Card title="Últimos atos" beside={<Link to={`/users/${person.uuid}?tab=ultimos-atos`}>Ver tudo</Link>}>
      <List of="ol">
        {data.data.map(event => (
          <EventRow key={event.id} event={event} now={now} bare />
        ))}
      </List>
    </Card>
  )
}
