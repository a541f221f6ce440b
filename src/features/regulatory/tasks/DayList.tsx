import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import { distance, shortDay } from '#features/regulatory/obligations/when.ts'
import type { DayPage } from '#features/regulatory/tasks/api.ts'
import type { DayItem } from '#features/regulatory/tasks/schema.ts'
import { bucketNames, bucketOf, buckets } from '#features/regulatory/tasks/day.ts'
import { Refusals, TaskDialog } from '#features/regulatory/tasks/TaskDialog.tsx'
import { useTaskActs } from '#features/regulatory/tasks/useTasks.web.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/tasks/tasks.module.css'

interface Props {
  readonly day: DayPage
  /** Lines of each part; all by default. */
  readonly most?: number
  /** Within somebody's card: the parts have titles, and no boxes of their own. */
  readonly bare?: boolean
}

const addressOf = ({ kind, uuid }: DayItem) => (kind === 'coleta' ? `/collects/${uuid}` : `/client-tarefas/${uuid}`)
/** Where the keys go: the next line, the one before, the first and the last. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: -Infinity,
  End: Infinity,
}

/** Moves focus between lines by keys. `act` handles other keys; its callback restores focus to the same position. */
function useLineKeys<T>(act: (key: string, item: T, stay: () => void) => boolean) {
  const box = useRef<HTMLDivElement>(null)
  const lines = () => [...(box.current?.querySelectorAll<HTMLElement>('li[data-item]') ?? [])]
  const goTo = (at: number) =>
    lines()
      .at(Math.max(0, Math.min(lines().length - 1, at)))
      ?.focus()
  function press(event: KeyboardEvent<HTMLElement>, item: T) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const at = lines().indexOf(event.currentTarget)
    const step = steps[event.key]
    if (step !== undefined) goTo(at + step)
    else if (event.key === 'Enter') event.currentTarget.querySelector('a')?.click()
    else if (!act(event.key, item, () => goTo(at))) return
    event.preventDefault()
    // Sections have keys of their own.
    event.stopPropagation()
  }
  return { box, press }
}

/**
 * Somebody's day in its parts, worked without the mouse: arrows (or j and k) go from line to line, Enter opens, c concludes at
 * once, and n concludes with a day and a note.
 */
export function DayList({ day, most = Infinity, bare = false }: Props) {
  const user = useUser()
  const { today, data, counts } = day
  const acts = useTaskActs()
  const [asked, ask] = useState<DayItem | null>(null)
  const parts = bucketNames.map(name => ({
    name,
    items: data.filter(item => bucketOf(item, today) === name),
  }))
  const first = parts.flatMap(({ items }) => items)[0]
  const isOurs = (item: DayItem) => item.kind === 'tarefa' && !item.by_collect && can(user, 'tarefas.clientes.concluir')
  const { box, press } = useLineKeys<DayItem>((key, item, stay) => {
    if (!isOurs(item) || acts.busy || !['c', 'n'].includes(key)) return false
    if (key === 'n') ask(item)
    // The line leaves: the one that takes its place has the keys then.
    else void acts.finish([item.uuid]).then(was => was && setTimeout(stay))
    return true
  })
  return (
    <div className={styles.day} ref={box}>
      {!asked && <Refusals {...acts} />}
      {parts.map(
        ({ name, items }) =>
          counts[name] > 0 && (
            <DayPart key={name} bare={bare} name={buckets[name]} count={counts[name]}>
              <List>
                {items.slice(0, most).map(item => (
                  <DayRow
                    key={item.uuid}
                    item={item}
                    today={today}
                    first={item === first}
                    busy={acts.busy}
                    onPress={event => press(event, item)}
                    onFinish={isOurs(item) ? () => ask(item) : null}
                  />
                ))}
              </List>
              {counts[name] > Math.min(items.length, most) && (
                <p className="meta">{`e mais ${counts[name] - Math.min(items.length, most)}`}</p>
              )}
            </DayPart>
          ),
      )}
      {asked && (
        <TaskDialog what="concluir" task={asked} whose={asked.client.name} acts={acts} onClose={() => ask(null)} />
      )}
    </div>
  )
}

interface DayPartProps {
  readonly name: string
  readonly count: number
  readonly bare: boolean
  readonly children: ReactNode
}
function DayPart({ name, count, bare, children }: DayPartProps) {
  const title = (
    <>
      {name} <span className="meta">{count}</span>
    </>
  )
  if (!bare) return <Card title={title}>{children}</Card>
  return (
    <section aria-label={name}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

interface DayRowProps {
  readonly item: DayItem
  readonly today: string
  /** Where the keys come in. */
  readonly first: boolean
  readonly busy: boolean
  readonly onPress: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFinish: (() => void) | null
}
function DayRow({ item, today, first, busy, onPress, onFinish }: DayRowProps) {
  const { name, client, last_on, due_on, opens_on, status, items, looked, reopened_on, instead_of, link } = item
  const late = last_on < today
  const facts = [
    client.name,
    items > 0 && `${looked} de ${items} conferidos`,
    due_on !== last_on && `prazo da casa ${showDate(due_on)}`,
    opens_on !== null && opens_on > today && `abre em ${showDate(opens_on)}`,
    instead_of && `no lugar de ${instead_of}`,
  ]
  return (
    <li
      className={styles.item}
      data-item
      data-late={late || undefined}
      tabIndex={first ? 0 : -1}
      aria-label={`${name}, ${client.name}, ${distance(last_on, today)}`}
      onKeyDown={onPress}
    >
      <div>
        <Link to={addressOf(item)}>{name}</Link>
        <br />
        <span className="meta">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {reopened_on && <StatusChip tone="atencao">Reaberta</StatusChip>}
      {status && <StatusChip tone="info">{status}</StatusChip>}
      <span className={styles.when}>
        {shortDay(last_on)} <span className="meta">{distance(last_on, today)}</span>
      </span>
      <span className={styles.acts}>
        {link && (
          <Button component="a" href={link} target="_blank" rel="noreferrer" variant="subtle" size="compact-sm">
            Abrir página
          </Button>
        )}
        {onFinish && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={busy}
            aria-label={`Concluir: ${name}, ${client.name}`}
            onClick={onFinish}
          >
            Concluir
          </Button>
        )}
      </span>
    </li>
  )
}
