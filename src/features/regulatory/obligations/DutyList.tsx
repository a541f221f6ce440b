import { IconChevronRight } from '@tabler/icons-react'
import { showDate } from '#kernel/show.ts'
import { dutyTitle } from '#features/regulatory/obligations/duties.ts'
import { DutyItems } from '#features/regulatory/obligations/DutyItems.tsx'
import { dutyKey, openOf, type DutyGroup } from '#features/regulatory/obligations/listed.ts'
import { isDoubtful } from '#features/regulatory/obligations/rules.ts'
import { distance, shortDay } from '#features/regulatory/obligations/when.ts'
import type { ObligationsQuery } from '#features/regulatory/obligations/useObligations.web.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/obligations/obligations.module.css'

interface Props {
  readonly groups: readonly DutyGroup[]
  readonly query: ObligationsQuery
  readonly today: string
  /** The key of the duty whose clients are shown. */
  readonly shown: string
  readonly onShow: (key: string) => void
}

/** Duties by the day they fall due; each opens to who owes it. */
export const DutyList = ({ groups, query, today, shown, onShow }: Props) => (
  <List of="ol" boxed className={styles.duties} aria-label="Obrigações por vencimento">
    {groups.map(group => {
      const key = dutyKey(group)
      const open = key === shown
      return (
        <li key={key} id={idOf(key)} data-late={group.counts.atrasada > 0 || undefined}>
          <button type="button" className={styles.head} aria-expanded={open} onClick={() => onShow(open ? '' : key)}>
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
            <span className={styles.day}>
              <strong>{shortDay(group.due)}</strong>
              <span className="meta">{distance(group.due, today)}</span>
            </span>
            <span className={styles.what}>
              <strong>{dutyTitle(group)}</strong>
              <span className="meta">{facts(group)}</span>
            </span>
            <Counts group={group} />
          </button>
          {open && (
            <div className={styles.body}>
              {group.note && <p className="meta">{group.note}</p>}
              <DutyItems group={group} query={query} today={today} />
            </div>
          )}
        </li>
      )
    })}
  </List>
)

export const idOf = (key: string) => `duty-${key.replace(' ', '-')}`

/** What is worth knowing of its days and of its source. */
const facts = ({ moved, cutoff, opens, basis }: DutyGroup) =>
  [opens && `janela desde ${showDate(opens)}`, cutoff && `prazo interno ${showDate(cutoff)}`, moved, basis]
    .filter(Boolean)
    .join(' · ')

function Counts({ group }: { readonly group: DutyGroup }) {
  const { counts } = group
  const all = openOf(group) + counts.feita + counts.dispensada
  return (
    <span className={styles.counts}>
      {isDoubtful(group) && <StatusChip tone="atencao">Conferir</StatusChip>}
      {counts.atrasada > 0 && (
        <StatusChip tone="erro">{`${counts.atrasada} ${counts.atrasada === 1 ? 'atrasada' : 'atrasadas'}`}</StatusChip>
      )}
      {counts['a-fazer'] > 0 && <StatusChip tone="info">{`${counts['a-fazer']} a fazer`}</StatusChip>}
      {openOf(group) === 0 ? (
        <StatusChip tone="ok">Tudo feito</StatusChip>
      ) : (
        <span className="meta num">{`${all - openOf(group)} de ${all}`}</span>
      )}
    </span>
  )
}
