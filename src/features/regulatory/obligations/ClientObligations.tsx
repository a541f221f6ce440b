import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { markObligations, reopenObligations, type OwedDuty } from '#features/regulatory/obligations/api.ts'
import { RowRefusal, DoneFacts } from '#features/regulatory/obligations/DutyItems.tsx'
import { dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { dutyKey, addressOfWork, type DutyGroup, type ListedItem } from '#features/regulatory/obligations/listed.ts'
import { DutyRefusals } from '#features/regulatory/obligations/DutyRefusals.tsx'
import { MarkDialog } from '#features/regulatory/obligations/MarkDialog.tsx'
import { isDoubtful } from '#features/regulatory/obligations/rules.ts'
import { situations } from '#features/regulatory/obligations/standing.ts'
import { useMarking, useObligations } from '#features/regulatory/obligations/useObligations.web.ts'
import { distance, shortDay } from '#features/regulatory/obligations/when.ts'
import { useUser } from '#web/session/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/obligations/obligations.module.css'

interface Props {
  readonly client: { readonly uuid: string }
}
interface Owed {
  readonly item: OwedDuty
  readonly group: DutyGroup
}
/** Days behind and ahead of today. */
const reach = { back: 240, ahead: 120 }

/** What one client owes: what is late, what comes, what was done. */
export default function ClientObligations({ client }: Props) {
  const [today] = useState(() => dayIn(new Date()).day)
  const [asking, ask] = useState<Owed | null>(null)
  const { busy, refusal, isRefused, forget, mark, reopen } = useMarking()
  const { data, error, isPending, refetch } = useObligations({
    client: client.uuid,
    from: dayAfter(today, -reach.back),
    to: dayAfter(today, reach.ahead),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={28} />
  const groups = new Map(data.groups.map(group => [dutyKey(group), group]))
  const owed = data.data.flatMap((item): Owed[] => {
    const group = groups.get(dutyKey(item))
    return group ? [{ item, group }] : []
  })
  const of = (...wanted: readonly string[]) => owed.filter(({ item }) => wanted.includes(item.situation))
  const areas = [
    ['Atrasadas', of('atrasada')],
    ['A fazer', of('a-fazer')],
    ['Feitas', of('feita', 'dispensada').toReversed()],
  ] as const
  const acts = { busy, onMark: ask, onReopen: (item: ListedItem) => void reopen(item) }
  return (
    <div className={styles.areas}>
      {owed.length === 0 && (
        <p className="meta">
          Nada a cumprir: o cliente não tem fistel em uso. O que vale está em <Link to="/obrigacoes">Obrigações</Link>.
        </p>
      )}
      {areas.map(
        ([title, rows]) =>
          rows.length > 0 && (
            <Card
              key={title}
              title={
                <>
                  {title} <span className="meta">{rows.length}</span>
                </>
              }
            >
              <List className={styles.items}>
                {rows.map(each => (
                  <Row
                    key={`${dutyKey(each.item)} ${each.item.fistel?.uuid ?? ''}`}
                    owed={each}
                    today={today}
                    refusal={!asking && isRefused(each.item) ? refusal : null}
                    {...acts}
                  />
                ))}
              </List>
            </Card>
          ),
      )}
      {asking && (
        <MarkDialog
          items={[asking.item]}
          title={dutyTitle(asking.group)}
          today={today}
          busy={busy}
          refusal={refusal}
          onClose={() => {
            forget()
            ask(null)
          }}
          onMark={async how => {
            if (await mark([asking.item], how)) ask(null)
          }}
        />
      )}
    </div>
  )
}

interface OwedRowProps {
  readonly owed: Owed
  readonly today: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onMark: (owed: Owed) => void
  readonly onReopen: (item: ListedItem) => void
}
function Row({ owed, today, busy, refusal, onMark, onReopen }: OwedRowProps) {
  const user = useUser()
  const { item, group } = owed
  const { name, tone } = situations[item.situation]
  const open = item.situation === 'atrasada' || item.situation === 'a-fazer'
  const title = dutyTitle(group)
  const work = addressOfWork(item, user)
  return (
    <li>
      <span className={styles.day}>
        <strong>{shortDay(group.due)}</strong>
        {open && <span className="meta">{distance(group.due, today)}</span>}
      </span>
      <div className={styles.who}>
        {work ? <Link to={work}>{title}</Link> : <span>{title}</span>}
        <span className="meta">
          {item.fistel ? `${item.fistel.service} · fistel ${item.fistel.name}` : (group.note ?? group.basis)}
        </span>
        <DoneFacts item={item} />
        <DutyRefusals item={item} />
        <RowRefusal refusal={refusal} />
      </div>
      {open && isDoubtful(group) && <StatusChip tone="atencao">Conferir</StatusChip>}
      <StatusChip tone={tone}>{name}</StatusChip>
      <span className={styles.act}>
        {open && !group.by_collect && can(user, markObligations.id) && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={busy}
            aria-label={`Marcar como feito: ${title}`}
            onClick={() => onMark(owed)}
          >
            Feito
          </Button>
        )}
        {item.done_on && !group.by_collect && can(user, reopenObligations.id) && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={busy}
            aria-label={`Reabrir: ${title}`}
            onClick={() => onReopen(item)}
          >
            Reabrir
          </Button>
        )}
      </span>
    </li>
  )
}
