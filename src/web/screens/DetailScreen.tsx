import { Button, Menu, Skeleton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { can, isStaff, permission, type User } from '#kernel/access.ts'
import {
  isLocked,
  isOpenTo,
  lockOf,
  titleOf,
  verbsOf,
  type Action,
  type AnyResource,
  type Verb,
} from '#kernel/resource.ts'
import { showCompetence } from '#kernel/show.ts'
import { agree, allOf, capital } from '#kernel/text.ts'
import { ApiError } from '#web/api-error.ts'
import { seenBy } from '#web/form/draft.ts'
import { FormFrame, wide } from '#web/form/FormFrame.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useEdit } from '#web/form/useEdit.ts'
import type { Over } from '#web/form/useSave.ts'
import { Lines } from '#web/kinds/Lines.tsx'
import { RowAt } from '#web/kinds/rowAt.ts'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { backTo } from '#web/route/back.ts'
import { actPlainly, type ActThrough } from '#web/screens/act.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'
import { PersonalData } from '#web/screens/PersonalData.tsx'
import { useUser } from '#web/session/store.ts'
import { useBulkActs } from '#web/table/bulk.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#web/form/form.module.css'
import { confirm } from '#web/ui/confirm.tsx'
import { rowQuery, type DetailRow, type ReadRow } from '#web/screens/read-row.ts'
import { useDelayed } from '#web/ui/delay.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'
import { latePart } from '#web/ui/latePart.tsx'

const History = latePart(() => import('#web/screens/History.tsx'))

/** One row with its version, as the server has it now. */
export const useRow = (resource: AnyResource, uuid: string) =>
  useQuery({ ...rowQuery(resource, uuid), enabled: uuid !== '' })

interface Props {
  readonly resource: AnyResource
  /** What the list it is of is called, where not by its rows: 'Meus chamados'. */
  readonly list?: string
  /** What the screen is called, where not by the row's name. */
  readonly title?: string
  /** The facts under the title. */
  readonly facts?: (row: DetailRow) => ReactNode
  /** What can be done with the row besides what is declared: buttons. */
  readonly acts?: (row: DetailRow) => ReactNode
  /** The same, done seldom: items of the menu. */
  readonly items?: ((row: DetailRow) => ReactNode) | undefined
  /** Shown where there is no such row, or none the reader may see. */
  readonly missing?: ((uuid: string) => ReactNode) | undefined
  /** In the place of the call of a declared action. */
  readonly through?: ActThrough | undefined
  /** In the place of the default form; `writable` says whether the reader may change this row. */
  readonly children?: (read: ReadRow, writable: boolean) => ReactNode
}

/** A row: its form, or what it says where it may not be changed, and what can be done with it. */
export function DetailScreen(props: Props) {
  const { resource, list = allOf(resource.text), title: called, facts, acts, items, missing, through, children } = props
  const { uuid = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRow(resource, uuid)
  const waiting = useDelayed(!data && !error)
  if (!uuid) return <CreateScreen resource={resource} />
  const crumbs = [{ label: list, to: `/${resource.path}` }]
  if (!data)
    return (
      <Page title={capital(resource.text.one)} crumbs={crumbs}>
        {error instanceof ApiError && error.status === 404 ? (
          (missing?.(uuid) ?? (
            <EmptyState title="Registro não encontrado" text="Ele pode ter sido excluído, ou não ser seu para ver." />
          ))
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          waiting && [1, 2, 3, 4].map(i => <Skeleton key={i} height={32} my={12} maw={720} />)
        )}
      </Page>
    )
  const name = data.row[titleOf(resource)]
  return (
    <Page
      title={called ?? (nameOfRef(name) || String(name ?? ''))}
      crumbs={crumbs}
      chip={data.row.active ? undefined : <StatusChip tone="neutro">Inativo</StatusChip>}
      facts={facts?.(data.row)}
      actions={
        <>
          {acts?.(data.row)}
          <RowActs resource={resource} read={data} through={through} items={items?.(data.row)} />
        </>
      }
    >
      <RowAt value={{ path: resource.path, uuid: data.row.uuid }}>
        <Editable resource={resource} read={data}>
          {children}
        </Editable>
      </RowAt>
    </Page>
  )
}

interface EditableProps extends Pick<Props, 'resource'> {
  readonly read: ReadRow
  readonly children: Props['children']
}
function Editable({ resource, read, children }: EditableProps) {
  const user = useUser()
  const { row } = read
  const acts = useBulkActs(resource)
  const may = (verb: Verb) => verbsOf(resource).includes(verb) && can(user, permission(resource, verb))
  const lock = lockOf(resource, row, user)
  const writable = row.active && !lock && may('update')
  if (writable && !children) return <EditForm key={row.uuid} resource={resource} read={read} />
  return (
    <>
      {!row.active && (
        <Band tone="neutro">
          <div>Registro inativo: somente leitura</div>
          {may('enable') && (
            <Button
              variant="default"
              onClick={() => void acts.turn('enable', [{ uuid: row.uuid, name: '' }]).catch(() => undefined)}
            >
              Reativar
            </Button>
          )}
        </Band>
      )}
      {row.active && lock && <Band tone="neutro">{lock.why || closedWords(resource, row, user)}</Band>}
      {children ? children(read, writable) : <Facts resource={resource} row={row} />}
    </>
  )
}

/** That it is read-only, and what its reader does about it. */
function closedWords(resource: AnyResource, row: object, user: User): string {
  const ways = Object.entries(resource.actions ?? {}).filter(
    ([, action]) => action.when !== undefined && isOpenTo(resource, action, row, user),
  )
  const own = ways.filter(([name]) => can(user, permission(resource, name))).map(([, { label }]) => `“${label}”`)
  const closed = `${agree(resource.text, 'fechado')}: somente leitura`
  if (own.length)
    return `${closed}. Para mudar, use ${new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(own)}.`
  return !ways.length
    ? `${closed}.`
    : `${closed}. Para mudar, peça ${isStaff(user) ? 'a quem pode reabrir' : 'à consultoria'}.`
}

/** Shows a read-only row: words, not inputs that refuse, and of the consultancy's own only what the reader is sent. */
export function Facts({ resource, row }: { readonly resource: AnyResource; readonly row: DetailRow }) {
  const seen = seenBy(useUser(), resource)
  const shown = (name: string) => seen.fields[name] && !seen.fields[name].options.secret
  return (
    <div className={styles.form}>
      {resource.form
        .filter(({ fields }) => fields.some(shown))
        .map(({ title, fields }) => (
          <section key={fields.join()} className={styles.section}>
            {title && <h2>{title}</h2>}
            <dl className={styles.facts}>
              {fields.filter(shown).flatMap(name => {
                const field = seen.fields[name]
                if (!field) return []
                return [
                  <div key={name} className={wide.has(field.kind) ? styles.wide : undefined}>
                    <dt className={fields.length === 1 && field.label === title ? 'sr-only' : undefined}>
                      {field.label}
                    </dt>
                    <dd>
                      {field.kind === 'many' ? (
                        <Lines field={field} value={row[name]} />
                      ) : (
                        <Show field={field} value={row[name]} />
                      )}
                    </dd>
                  </div>,
                ]
              })}
            </dl>
          </section>
        ))}
    </div>
  )
}

export function EditForm({
  resource,
  read,
  helper,
  children,
}: {
  readonly resource: AnyResource
  readonly read: ReadRow
  /** What helps to fill it in, under the first section. */
  readonly helper?: ((form: Form) => ReactNode) | undefined
  /** In the place of the declared sections. */
  readonly children?: (form: Form) => ReactNode
}) {
  const { seen, form, keep, saving, stale, forgive, behind } = useEdit(resource, read)
  const go = useNavigate()
  async function saved(then: 'stay' | 'leave' | 'again', over?: Over) {
    if (!(await keep(over)) || then !== 'leave') return
    forgetDirty()
    await go(backTo(`/${resource.path}`))
  }
  return (
    <>
      <FormFrame
        resource={seen}
        form={form}
        saving={saving}
        behind={behind}
        helper={helper?.(form)}
        onSave={then => void saved(then)}
        onCancel={() => void go(backTo(`/${resource.path}`))}
      >
        {children?.(form)}
      </FormFrame>
      {stale && <StaleDialog form={form} current={stale} onClose={forgive} onSave={over => void saved('stay', over)} />}
    </>
  )
}

/** '10/2026', of what is about a month. */
const competenceOf = ({ year, month }: DetailRow) =>
  typeof year === 'number' && typeof month === 'number' ? showCompetence(year, month) : ''

/** Runs declared actions of one row, and ends its life; what was typed is left only where the reader agrees. */
function useRowActs(resource: AnyResource, row: DetailRow, through: ActThrough) {
  const queries = useQueryClient()
  const acts = useBulkActs(resource)
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  const title = row[titleOf(resource)]
  const one = [{ uuid: row.uuid, name: nameOfRef(title) || String(title ?? '') }]
  const subject = [one[0]?.name, competenceOf(row)].filter(Boolean).join(' · ')
  async function run(name: string, { label, confirm: ask, to }: Action) {
    if (!(await mayLeave()) || (ask && !(await confirm({ title: `${label}: ${subject}?`, text: ask, act: label }))))
      return
    setBusy(true)
    try {
      const done = await through(name, `/${resource.path}/${row.uuid}/${name}`)
      if (!done) return
      forgetDirty()
      if (to) await go({ to: `/${to}/${row.uuid}` })
      await queries.invalidateQueries({ queryKey: [resource.path] })
      toast(done.message, { ...(done.undo && { undo: done.undo }) })
    } catch {
      // The error is shown on top of the page.
    } finally {
      setBusy(false)
    }
  }
  const disable = async () => (await mayLeave()) && (forgetDirty(), acts.turn('disable', one))
  const remove = async () => {
    if (!(await acts.remove(one))) return
    forgetDirty()
    await go(backTo(`/${resource.path}`))
  }
  return { busy, run, disable, remove }
}

/** The declared actions as buttons; what ends a row's life, behind a menu. */
function RowActs({
  resource,
  read,
  through = actPlainly,
  items,
}: Pick<Props, 'resource' | 'through'> & { readonly read: ReadRow; readonly items: ReactNode }) {
  const { row } = read
  const [told, tell] = useState(false)
  const user = useUser()
  const { busy, run, disable, remove } = useRowActs(resource, row, through)
  const may = (verb: string) => can(user, permission(resource, verb))
  const verbs = verbsOf(resource)
  const canTurn = verbs.includes('disable') && may('disable') && row.active
  const canRemove = verbs.includes('destroy') && may('destroy') && row.active && !isLocked(resource, row, user)
  const canCopy = resource.copied === true && may('store')
  const open = Object.entries(resource.actions ?? {}).filter(
    ([name, action]) => may(name) && row.active && isOpenTo(resource, action, row, user),
  )
  const seldom = open.filter(([, action]) => action.seldom)
  return (
    <>
      {open
        .filter(([, action]) => !action.seldom)
        .map(([name, action]) => (
          <Button key={name} variant="default" disabled={busy} onClick={() => void run(name, action)}>
            {action.label}
          </Button>
        ))}
      {(canTurn || canRemove || canCopy || may('historico') || seldom.length > 0) && (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} />}>
              Mais ações
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {seldom.map(([name, action]) => (
              <Menu.Item key={name} disabled={busy} onClick={() => void run(name, action)}>
                {action.label}
              </Menu.Item>
            ))}
            {canCopy && (
              <Menu.Item component={Link} to={`/${resource.path}/duplicate/${row.uuid}`}>
                Duplicar
              </Menu.Item>
            )}
            {may('historico') && <Menu.Item onClick={() => tell(true)}>Histórico</Menu.Item>}
            <PersonalData resource={resource} row={row} />
            {items}
            {canTurn && <Menu.Item onClick={() => void disable().catch(() => undefined)}>Inativar</Menu.Item>}
            {canRemove && (
              <Menu.Item color="danger" onClick={() => void remove().catch(() => undefined)}>
                Excluir
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {told && <History resource={resource} read={read} onClose={() => tell(false)} />}
    </>
  )
}
