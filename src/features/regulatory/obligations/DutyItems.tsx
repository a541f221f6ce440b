import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { lapsedInWords } from '#parts/tenure/tenure.ts'
import { dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { markObligations, reopenObligations, type OwedDuty } from '#features/regulatory/obligations/api.ts'
import { addressOfWork, type DutyGroup, type ListedItem } from '#features/regulatory/obligations/listed.ts'
import { DutyRefusals } from '#features/regulatory/obligations/DutyRefusals.tsx'
import { MarkDialog } from '#features/regulatory/obligations/MarkDialog.tsx'
import { situations } from '#features/regulatory/obligations/standing.ts'
import {
  useMarking,
  useObligations,
  type ObligationsQuery,
} from '#features/regulatory/obligations/useObligations.web.ts'
import { useUser } from '#web/session/store.ts'
import { marks } from '#web/table/marks.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/obligations/obligations.module.css'

interface Props {
  readonly group: DutyGroup
  /** What the list is narrowed to: month, company, words, situation. */
  readonly query: ObligationsQuery
  readonly today: string
}
const idOf = ({ client, fistel }: ListedItem) => `${client.uuid} ${fistel?.uuid ?? ''}`

/** Who owes a duty: a page at a time, each with its way of being done. */
export function DutyItems({ group, query, today }: Props) {
  const [pages, show] = useState(1)
  const asked = { ...query, obligation: group.obligation, period: group.period }
  return (
    <>
      {Array.from({ length: pages }, (_, i) => (
        <PageOf
          key={i}
          group={group}
          query={{ ...asked, page: i + 1 }}
          today={today}
          onMore={i + 1 === pages ? () => show(pages + 1) : undefined}
        />
      ))}
    </>
  )
}

function PageOf({ group, query, today, onMore }: Props & { readonly onMore: (() => void) | undefined }) {
  const user = useUser()
  const { data, error, isPending, refetch } = useObligations(query)
  const { busy, refusal, isRefused, isRefusedTogether, forget, mark, reopen } = useMarking()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [asking, ask] = useState<readonly ListedItem[]>([])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={3} height={28} />
  const byHand = !group.by_collect && can(user, markObligations.id)
  const open = data.data.filter(({ situation }) => situation === 'a-fazer' || situation === 'atrasada')
  const marked = open.filter(item => chosen.has(idOf(item)))
  return (
    <>
      {byHand && open.length > 1 && (
        <Bar className={styles.marks} role="region" aria-label={`Marcar ${group.short}`}>
          <Checkbox
            size="xs"
            label={`Marcar ${open.length === 1 ? 'o aberto' : `os ${open.length} em aberto`}`}
            checked={marked.length === open.length}
            indeterminate={marked.length > 0 && marked.length < open.length}
            onChange={e => choose(marks(chosen, open.map(idOf), e.currentTarget.checked))}
          />
          {marked.length > 0 && (
            <BusyButton size="compact-md" busy={busy} doing="Marcando…" onClick={() => ask(marked)}>
              {`Marcar ${count(marked.length, { one: 'como feita', many: 'como feitas', gender: 'f' })}`}
            </BusyButton>
          )}
        </Bar>
      )}
      {asking.length === 0 && isRefusedTogether && <RowRefusal refusal={refusal} />}
      <List className={styles.items}>
        {data.data.map(item => (
          <Row
            key={idOf(item)}
            item={item}
            busy={busy}
            refusal={asking.length === 0 && isRefused(item) ? refusal : null}
            choice={
              byHand && open.length > 1 && open.includes(item)
                ? { on: chosen.has(idOf(item)), set: on => choose(marks(chosen, [idOf(item)], on)) }
                : null
            }
            onMark={byHand && open.includes(item) ? () => ask([item]) : null}
            onReopen={byHand && can(user, reopenObligations.id) && item.done_on ? () => void reopen(item) : null}
          />
        ))}
      </List>
      {data.data.length === 0 && <p className="meta">Ninguém, com o que foi pedido acima.</p>}
      {onMore && (data.current_page ?? 1) < (data.last_page ?? 1) && (
        <Button variant="subtle" onClick={onMore}>
          Mostrar mais
        </Button>
      )}
      {asking.length > 0 && (
        <MarkDialog
          items={asking}
          title={dutyTitle(group)}
          today={today}
          busy={busy}
          refusal={refusal}
          onClose={() => {
            forget()
            ask([])
          }}
          onMark={async how => {
            if (!(await mark(asking, how))) return
            choose(new Set())
            ask([])
          }}
        />
      )}
    </>
  )
}

interface DutyRowProps {
  readonly item: OwedDuty
  readonly busy: boolean
  readonly refusal: string | null
  readonly choice: { readonly on: boolean; readonly set: (on: boolean) => void } | null
  readonly onMark: (() => void) | null
  readonly onReopen: (() => void) | null
}
function Row({ item, busy, refusal, choice, onMark, onReopen }: DutyRowProps) {
  const user = useUser()
  const { client, fistel, empresa, lapsed, situation } = item
  const { name, tone } = situations[situation]
  return (
    <li>
      {choice && (
        <Checkbox
          size="xs"
          aria-label={`Escolher ${client.name}`}
          checked={choice.on}
          onChange={e => choice.set(e.currentTarget.checked)}
        />
      )}
      <div className={styles.who}>
        <Link to={addressOfWork(item, user) ?? `/clients/${client.uuid}?tab=obrigacoes`}>{client.name}</Link>
        <span className="meta">
          {[fistel && `${fistel.service} · fistel ${fistel.name}`, empresa?.name, lapsed && lapsedInWords(lapsed)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <DoneFacts item={item} />
        <DutyRefusals item={item} />
        <RowRefusal refusal={refusal} />
      </div>
      <StatusChip tone={tone}>{name}</StatusChip>
      <span className={styles.act}>
        {onMark && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={busy}
            aria-label={`Marcar como feito: ${client.name}`}
            onClick={onMark}
          >
            Feito
          </Button>
        )}
        {onReopen && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={busy}
            aria-label={`Reabrir: ${client.name}`}
            onClick={onReopen}
          >
            Reabrir
          </Button>
        )}
      </span>
    </li>
  )
}

/** Shows why an act on a row was refused, in the row itself: above a long list nobody would see it. */
export const RowRefusal = ({ refusal }: { readonly refusal: string | null }) =>
  refusal ? (
    <p role="alert" className="wrong">
      {refusal}
    </p>
  ) : null

/** When it was done, by whom, and what was noted. */
export const DoneFacts = ({ item: { done_on, by, note } }: { readonly item: ListedItem }) =>
  done_on ? (
    <span className={styles.said}>
      {[`em ${showDate(done_on)}`, by && `por ${by}`, note].filter(Boolean).join(' · ')}
    </span>
  ) : null
