import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { CallQuery } from '#kernel/call.ts'
import { date, ref } from '#kernel/field.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import { searchHistory, type HistoryRow } from '#features/platform/history/api.ts'
import { deletion } from '#features/platform/history/words.ts'
import { useAnswerPages } from '#parts/paging/useAnswerPages.web.ts'
import { useRenewal } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { useBulkActs, type NamedRow } from '#web/table/bulk.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ReasonText } from '#web/ui/ReasonText.tsx'
import { fullTime } from '#web/ui/time.ts'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/history/history.module.css'

interface HistoryFilter {
  readonly section: string | null
  readonly user_id: unknown
  readonly from: unknown
  readonly to: unknown
  readonly search: string
}
const nothing: HistoryFilter = { section: null, user_id: null, from: null, to: null, search: '' }
// Filters are all optional: saying so of each would be noise.
const requiredMark = { required: true } as const
const [person, since, until] = [ref('users', 'Quem'), date('De', requiredMark), date('Até', requiredMark)]

const useHistoryPages = (query: CallQuery, enabled = true) =>
  useAnswerPages(
    searchHistory,
    page => ({ query: { ...query, page } }),
    ({ more }, count) => (more ? count + 1 : null),
    enabled,
  )

/** Who changed what, anywhere: narrowed by section, person, period and words. */
export const historyScreen = (sections: readonly AnyResource[]) =>
  function HistoryScreen() {
    const [filter, setFilter] = useState(nothing)
    const [settled] = useDebouncedValue(filter, 300)
    const query = Object.fromEntries(
      Object.entries(settled).flatMap(([name, value]) =>
        (typeof value === 'string' && value.trim()) || typeof value === 'number' ? [[name, value]] : [],
      ),
    )
    const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistoryPages(query)
    const found = data?.pages.flatMap(page => page.data) ?? []
    const options = sections
      .filter(each => verbsOf(each).includes('show'))
      .map(({ path, text }) => ({ value: path, label: capital(text.many) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'pt-BR'))
    return (
      <Page title="Histórico" crumbs={[]}>
        <search className={styles.filters}>
          <TextInput
            label="Palavras"
            value={filter.search}
            onChange={e => setFilter({ ...filter, search: e.currentTarget.value })}
          />
          <Select
            label="Seção"
            data={options}
            searchable
            clearable
            value={filter.section}
            onChange={section => setFilter({ ...filter, section })}
          />
          <RefInput
            name="user_id"
            field={person}
            base={{ label: person.label }}
            value={filter.user_id}
            onChange={user_id => setFilter({ ...filter, user_id })}
          />
          <Input name="from" field={since} value={filter.from} onChange={from => setFilter({ ...filter, from })} />
          <Input name="to" field={until} value={filter.to} onChange={to => setFilter({ ...filter, to })} />
        </search>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        <Skeletons waiting={isPending} lines={8} />
        {data && !found.length && <EmptyState title="Nada encontrado" text="Mude as palavras, a seção ou o período." />}
        <List of="ol" boxed className={styles.found}>
          {found.map(event => (
            <li key={event.id}>
              <One event={event}>
                <Revive event={event} sections={sections} />
              </One>
              {event.lines > 1 && <ActLines event={event} sections={sections} />}
            </li>
          ))}
        </List>
        {hasNextPage && (
          <Button variant="default" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Ver mais antigos
          </Button>
        )}
      </Page>
    )
  }

/** An act over many rows, opened: each of its lines. */
function ActLines({ event: act, sections }: { readonly event: HistoryRow; readonly sections: readonly AnyResource[] }) {
  const { id, title } = act
  const [opened, open] = useState(false)
  const { data, error, isPending, hasNextPage, fetchNextPage } = useHistoryPages({ act: id }, opened)
  return (
    <>
      <Button
        className={styles.more ?? ''}
        variant="subtle"
        size="compact-sm"
        aria-expanded={opened}
        onClick={() => open(!opened)}
      >
        {opened ? 'Recolher' : `Ver ${title}`}
      </Button>
      {opened && error && !data && <ErrorState error={error} />}
      {opened && <Skeletons waiting={isPending} lines={3} />}
      {opened && data && (
        <List of="ol" className={styles.lines}>
          {data.pages
            .flatMap(page => page.data)
            .map(event => (
              <li key={event.id}>
                <One event={event} act={act}>
                  <Revive event={event} sections={sections} />
                </One>
              </li>
            ))}
        </List>
      )}
      {opened && hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          Ver mais antigos
        </Button>
      )}
    </>
  )
}

/** What was deleted, and still is, can be brought back. */
function Revive({
  event: { event, path, uuid, deleted, title },
  sections,
}: {
  readonly event: HistoryRow
  readonly sections: readonly AnyResource[]
}) {
  const section = sections.find(each => each.path === path)
  if (!deleted || !uuid || !section || event !== deletion) return null
  return <ReviveButton section={section} row={{ uuid, name: title }} />
}

function ReviveButton({ section, row }: { readonly section: AnyResource; readonly row: NamedRow }) {
  const { revive } = useBulkActs(section)
  const renew = useRenewal(searchHistory)
  const [busy, setBusy] = useState(false)
  async function bringBack() {
    setBusy(true)
    await revive([row])
    await renew()
    setBusy(false)
  }
  return (
    <BusyButton variant="default" size="compact-sm" busy={busy} doing="Restaurando…" onClick={() => void bringBack()}>
      Restaurar
    </BusyButton>
  )
}

interface HistoryEventProps {
  readonly event: HistoryRow
  /** The act it is a line of: what both have in common is not repeated. */
  readonly act?: HistoryRow
  readonly children: ReactNode
}
const One = ({
  event: { at, event, author, reason, section, path, uuid, deleted, title, changes },
  act,
  children,
}: HistoryEventProps) => (
  <>
    <header>
      <strong>{uuid && path && !deleted ? <Link to={`/${path}/${uuid}`}>{title}</Link> : title}</strong>
      {(act?.section !== section || act.event !== event) && (
        <span>
          {section} · {event}
        </span>
      )}
      {(act?.author !== author || fullTime(act.at) !== fullTime(at)) && (
        <span className="meta">
          {author ?? 'Sistema'}, <time dateTime={at}>{fullTime(at)}</time>
        </span>
      )}
      {children}
    </header>
    {reason && reason !== act?.reason && (
      <p>
        “<ReasonText of={reason} />”
      </p>
    )}
    {changes.length > 0 && (
      <dl>
        {changes.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {before !== null && <del>{before}</del>} {after !== null ? <ins>{after}</ins> : <em>ficou vazio</em>}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </>
)
