import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import { slugOf } from '#kernel/text.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Form } from '#web/form/useForm.ts'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { isTab, type Area } from '#parts/areas/area.web.ts'
import { useFirstRows } from '#parts/areas/firstRows.web.ts'
import { Overview } from '#parts/areas/Overview.tsx'
import { areasOpenTo, titleOfArea } from '#parts/areas/areas.ts'
import { Related } from '#parts/areas/Related.tsx'
import { Thread } from '#parts/areas/Thread.tsx'
import { useUser } from '#web/session/store.ts'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'
import styles from '#parts/areas/areas.module.css'

interface Props {
  readonly resource: AnyResource
  readonly facts?: (row: ReadRow['row']) => ReactNode
  /** What can be done with the record besides what is declared: buttons. */
  readonly acts?: (row: ReadRow['row']) => ReactNode
  /** The same, done seldom: items of the menu. */
  readonly items?: (row: ReadRow['row']) => ReactNode
  /** Shown where there is no such record, or none the reader may see. */
  readonly missing?: (uuid: string) => ReactNode
  readonly areas: readonly Area[]
  /** What is read before the form, which then waits behind a button that the story places; null for who may not change the record. */
  readonly story?: {
    readonly label: string
    readonly render: (row: ReadRow['row'], edit: ReactNode) => ReactNode
  }
  /** It opens on what is filled in and the last rows of each area. */
  readonly overview?: true
  /** What helps to fill in its form. */
  readonly helper?: ((form: Form, row: ReadRow['row']) => ReactNode) | undefined
}

/** A record under tabs: its own data, and the lists of what points to it, each with its count. */
export const AreasScreen = ({ resource, facts, acts, items, missing, ...more }: Props) => (
  <DetailScreen resource={resource} {...(facts && { facts })} {...(acts && { acts })} items={items} missing={missing}>
    {(read, writable) => <Areas resource={resource} {...more} read={read} writable={writable} />}
  </DetailScreen>
)

const EditButton = ({ onEdit }: { readonly onEdit: () => void }) => (
  <Button
    variant="default"
    size="compact-md"
    leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
    onClick={onEdit}
  >
    Editar
  </Button>
)

interface AreasProps extends Props {
  readonly read: ReadRow
  readonly writable: boolean
}
function Areas({ resource, areas, story, overview, helper, read, writable }: AreasProps) {
  const user = useUser()
  const { row } = read
  const outside = !isStaff(user)
  const shown = areasOpenTo(user, areas).filter(({ isFor }) => isFor?.(row) ?? true)
  const firsts = useFirstRows(shown, row.id, overview === true)
  const tabs = [
    ...(overview ? [{ name: 'resumo', label: 'Visão geral' }] : []),
    ...(story ? [{ name: 'resumo', label: story.label }] : []),
    { name: 'dados', label: 'Dados' },
    ...shown.flatMap((each, i) =>
      isTab(each)
        ? [
            {
              name: slugOf(titleOfArea(each)),
              label: titleOfArea(each),
              group: each.group,
              count: each.by === undefined ? undefined : (firsts[i]?.data?.total ?? null),
            },
          ]
        : [],
    ),
  ]
  const [tab, show] = useTab(tabs.map(({ name }) => name))
  // A form nobody opened need not be drawn.
  const [opened, open] = useState(false)
  if (tab === 'dados' && !opened) open(true)
  const area = shown.filter(isTab).find(each => slugOf(titleOfArea(each)) === tab)
  useFieldGuide(writable ? { open: () => show('dados') } : {})
  const own = writable ? (
    <EditForm key={row.uuid} resource={resource} read={read} helper={form => helper?.(form, row)} />
  ) : (
    <Facts resource={resource} row={row} />
  )
  if (!shown.length && !story && !overview) return own
  const edit = writable && <EditButton onEdit={() => show('dados')} />
  return (
    <div className={outside ? styles.list : undefined}>
      <Tabs tabs={tabs} shown={tab} onShow={show}>
        {/* What is being typed stays while the reader looks elsewhere. */}
        <div hidden={tab !== 'dados'}>{(opened || !overview) && own}</div>
        {overview && tab === 'resumo' && (
          <Overview
            resource={resource}
            row={row}
            edit={edit}
            areas={shown.map((each, i) => ({
              area: each,
              title: titleOfArea(each),
              tab: slugOf(titleOfArea(each)),
              first: firsts[i]?.data,
            }))}
          />
        )}
        {story && tab === 'resumo' && story.render(row, edit)}
        {area &&
          ('render' in area ? (
            area.render(row)
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
