import { Link } from '@tanstack/react-router'
import { readPersonWork } from '#features/people/team/api.ts'
import { listOf, workText } from '#features/people/team/kinds.ts'
import type { WorkOfKind } from '#features/people/team/schema.ts'
import { can } from '#kernel/access.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/people/team/work.module.css'

interface Props {
  readonly person: { readonly id: number; readonly uuid: string }
}

/** What somebody has to do, a card for each kind with its most urgent rows; to be read before they are blocked. */
export default function WorkGlance({ person }: Props) {
  const user = useUser()
  const { data, error, isPending, refetch } = useAnswer(readPersonWork, { id: person.uuid }, { staleTime: 0 })
  if (error && !data)
    return (
      <Card title="Em mãos">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card title="Em mãos">
        <Skeletons waiting={isPending} lines={3} height={28} />
      </Card>
    )
  const { kinds, today } = data.data
  if (!kinds.length)
    return (
      <Card title="Em mãos">
        <p className="meta">Não responde por nada agora.</p>
      </Card>
    )
  const passes = can(user, 'handovers.store') && can(user, 'people.carga')
  return (
    <>
      {kinds.map((each, i) => (
        <KindCard key={each.kind} of={each} today={today} person={person.id} passes={passes && i === 0} />
      ))}
    </>
  )
}

interface KindCardProps {
  readonly of: WorkOfKind
  readonly today: string
  readonly person: number
  readonly passes: boolean
}
function KindCard({ of: { kind, open, late, week, rows }, today, person, passes }: KindCardProps) {
  const user = useUser()
  const text = workText(kind)
  const all = text.gender === 'f' ? 'todas as' : 'todos os'
  const opens = can(user, `${kind}.show`)
  return (
    <Card
      className={styles.card}
      title={
        <>
          {capital(text.many)} em mãos <span className="meta">{showInteger(open)}</span>
        </>
      }
    >
      {(late > 0 || week > 0) && (
        <p className={styles.pressure}>
          {late > 0 && <StatusChip tone="erro">{`${showInteger(late)} em atraso`}</StatusChip>}
          {week > 0 && <StatusChip tone="atencao">{`${showInteger(week)} até domingo`}</StatusChip>}
        </p>
      )}
      <List className={styles.rows}>
        {rows.map(({ uuid, name, due }) => (
          <li key={uuid}>
            <div className={styles.name}>{opens ? <Link to={`/${kind}/${uuid}`}>{name}</Link> : name}</div>
            {due && (
              <time dateTime={due} className={due < today ? 'wrong' : 'meta'}>
                {due < today ? `venceu em ${showDate(due)}` : showDate(due)}
              </time>
            )}
          </li>
        ))}
      </List>
      <footer className={styles.foot}>
        <Link to={listOf(kind, person)} aria-label={`Ver ${all} ${text.many} de que esta pessoa cuida`}>
          {text.gender === 'f' ? 'Ver todas' : 'Ver todos'}
        </Link>
        {passes && <Link to="/equipe">Passar o trabalho</Link>}
      </footer>
    </Card>
  )
}
