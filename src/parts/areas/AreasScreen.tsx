import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { slugOf } from '#kernel/text.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import type { Form } from '#web/form/useForm.ts'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { areasOpenTo, titleOfArea } from '#parts/areas/areas.ts'
import { Related } from '#parts/areas/Related.tsx'
import { Thread } from '#parts/areas/Thread.tsx'
import { useUser } from '#web/session/store.ts'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'
import styles from '#parts/areas/areas.module.css'

/** Something beside a record's form: rows that point to it, or what a feature draws. */
export type Area = ListedArea | DrawnArea
interface ListedArea {
  readonly resource: AnyResource
  /** The reference that points here. */
  readonly by: string
  readonly sort: string
  readonly first?: true
  /** Shows the rows as a conversation, with a field to write in; this text is shown while there are none. */
  readonly thread?: string
}
interface DrawnArea {
  readonly resource: AnyResource
  /** The reference that points here, where there are rows to count. */
  readonly by?: string
  /** What it is called, and what of its section one must be allowed, where it is not the list. */
  readonly title?: string
  readonly verb?: string
  /** Money and papers: what people of a client come for, listed before all else. */
  readonly first?: true
  readonly render: (row: ReadRow['row']) => ReactNode
}
interface Props {
  readonly resource: AnyResource
  readonly facts?: (row: ReadRow['row']) => ReactNode
  /** What can be done with the record besides what is declared: buttons. */
  readonly acts?: (row: ReadRow['row']) => ReactNode
  readonly areas: readonly Area[]
  /** What is read before the form, which then waits behind a button that the story places; null for who may not change the record. */
  readonly story?: {
    readonly label: string
    readonly render: (row: ReadRow['row'], edit: ReactNode) => ReactNode
  }
  /** What helps to fill in its form. */
  readonly helper?: ((form: Form, row: ReadRow['row']) => ReactNode) | undefined
}

/** A record under tabs: its own data, and the lists of what points to it, each with its count. */
export const AreasScreen = ({ resource, facts, acts, ...more }: Props) => (
  <DetailScreen resource={resource} {...(facts && { facts })} {...(acts && { acts })}>
    {(read, writable) => <Areas resource={resource} {...more} read={read} writable={writable} />}
  </DetailScreen>
)

interface AreasProps extends Props {
  readonly read: ReadRow
  readonly writable: boolean
}
function Areas({ resource, areas, story, helper, read, writable }: AreasProps) {
  const user = useUser()
  const { row } = read
  const outside = !isStaff(user)
  const seen = areasOpenTo(user, areas)
  const counts = useQueries({
    queries: seen.map(({ resource: { path }, by }) => ({
      queryKey: [path, 'count', by, row.id],
      enabled: by !== undefined,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get<Page<unknown>>(`/${path}`, {
          query: { [`filter[${by}_id]`]: row.id, per_page: 1 },
          signal,
          quiet: true,
        }),
    })),
  })
  const tabs = [
    ...(story ? [{ name: 'resumo', label: story.label }] : []),
    { name: 'dados', label: 'Dados' },
    ...seen.map((each, i) => ({
      name: slugOf(titleOfArea(each)),
      label: titleOfArea(each),
      count: counts[i]?.data?.total,
    })),
  ]
  const [tab, show] = useTab(tabs.map(({ name }) => name))
  const area = seen.find(each => slugOf(titleOfArea(each)) === tab)
  useFieldGuide(writable ? { open: () => show('dados') } : {})
  const own = writable ? (
    <EditForm key={row.uuid} resource={resource} read={read} helper={form => helper?.(form, row)} />
  ) : (
    <Facts resource={resource} row={row} />
  )
  if (!seen.length && !story) return own
  const edit = writable && (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
      onClick={() => show('dados')}
    >
      Editar
    </Button>
  )
  return (
    <div className={outside ? styles.list : undefined}>
      <Tabs tabs={tabs} shown={tab} onShow={show}>
        {/* What is being typed stays while the reader looks elsewhere. */}
        <div hidden={tab !== 'dados'}>{own}</div>
        {story && tab === 'resumo' && <Suspense fallback={null}>{story.render(row, edit)}</Suspense>}
        {area &&
          ('render' in area ? (
            <Suspense fallback={null}>{area.render(row)}</Suspense>
          ) : area.thread === undefined ? (
            <Related key={tab} {...area} id={row.id} />
          ) : (
            <Thread
              {...area}
              id={row.id}
              open={writable && can(user, permission(area.resource, 'store'))}
              empty={area.thread}
            />
          ))}
      </Tabs>
    </div>
  )
}
