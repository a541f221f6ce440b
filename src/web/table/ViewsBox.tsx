import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconCopy, IconPencil, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { isStaff } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { reasonsOf } from '#web/api-error.ts'
import { useSideMenu } from '#web/layout/pins.ts'
import { useUser } from '#web/session/store.ts'
import { isNarrowed, toSearch, type Search } from '#web/table/address.ts'
import { viewReaches, type Taste, type View, type ViewReach } from '#web/table/columns.ts'
import type { useTaste } from '#web/table/taste.ts'
import styles from '#web/table/list.module.css'

export interface ViewsProps {
  readonly resource: AnyResource
  readonly search: Search
  /** Those on the screen. */
  readonly columns: readonly string[]
  readonly taste: Taste
  readonly acts: ReturnType<typeof useTaste>['viewActs']
  readonly onOpen: (search: string) => void
}

interface Props extends ViewsProps {
  /** The view that is on the screen. */
  readonly now: View | undefined
  readonly close: () => void
}

/** Runs what is sent, and answers what went wrong in words. */
function useSent() {
  const [wrong, setWrong] = useState('')
  const run = async (act: Promise<unknown>) => {
    setWrong('')
    try {
      await act
      return true
    } catch (error) {
      setWrong(reasonsOf(error)[0] ?? '')
      return false
    }
  }
  return { wrong, run }
}

export default function ViewsBox({
  resource,
  search,
  columns,
  taste: { views, shares },
  acts,
  onOpen,
  now,
  close,
}: Props) {
  const [name, setName] = useState('')
  const [edited, edit] = useState<string | null>(null)
  const { wrong, run } = useSent()
  const { page: _page, ...asked } = search
  const here = toSearch({ ...asked, columns: columns.join(',') }).slice(1)
  const given = name.trim()
  const taken = views.find(view => view.own && view.name === given)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!given) return
    const done = await run(taken ? acts.change(taken.uuid, { search: here }) : acts.add(given, here))
    if (!done) return
    onOpen(here)
    close()
  }
  const copy = (view: View) => {
    const own = new Set(views.flatMap(each => (each.own ? [each.name] : [])))
    const copyName = own.has(view.name) ? `${view.name.slice(0, 51)} (cópia)` : view.name
    void run(acts.add(copyName, view.search))
  }
  const savable = isNarrowed(search) || search.sort || search.per_page || search.columns
  return (
    <Stack gap="sm">
      {views.length > 0 ? (
        <ul className={styles.views}>
          {views.map(view => (
            <ViewLine
              key={view.uuid}
              view={view}
              list={resource.path}
              isNow={view === now}
              changes={view.own || (view.audience === 'all' && shares)}
              edits={edited === view.uuid}
              onEdit={edits => edit(edits ? view.uuid : null)}
              onOpen={() => {
                onOpen(view.search)
                close()
              }}
              onCopy={() => copy(view)}
            >
              <EditView view={view} shares={shares} acts={acts} done={() => edit(null)} now={here} />
            </ViewLine>
          ))}
        </ul>
      ) : (
        <p className="meta">Uma visão guarda com um nome a busca, os filtros, a ordem e as colunas desta lista.</p>
      )}
      {wrong && <p role="alert">{wrong}</p>}
      {now || !savable ? (
        !now && <p className="meta">Busque, filtre ou ordene a lista para guardar uma visão.</p>
      ) : (
        <form onSubmit={e => void save(e)}>
          <TextInput
            label="Guardar o que está na tela como"
            placeholder="Clientes do Pará sem plano"
            maxLength={60}
            value={name}
            onChange={e => setName(e.currentTarget.value)}
          />
          <Button type="submit" mt="xs" disabled={!given}>
            {taken ? 'Substituir visão' : 'Guardar visão'}
          </Button>
        </form>
      )}
    </Stack>
  )
}

interface ViewLineProps {
  readonly view: View
  readonly list: string
  /** It is on the screen. */
  readonly isNow: boolean
  /** Its reader may change or delete it. */
  readonly changes: boolean
  readonly edits: boolean
  readonly onEdit: (edits: boolean) => void
  readonly onOpen: () => void
  readonly onCopy: () => void
  /** What changes it. */
  readonly children: ReactNode
}

function ViewLine({ view, list, isNow, changes, edits, onEdit, onOpen, onCopy, children }: ViewLineProps) {
  const { name, own } = view
  return (
    <li data-now={isNow || undefined}>
      <div className={styles.view}>
        <UnstyledButton onClick={onOpen}>{name}</UnstyledButton>
        <PinButton view={view} list={list} />
        {changes && (
          <ActionIcon aria-label={`Mudar a visão ${name}`} aria-expanded={edits} onClick={() => onEdit(!edits)}>
            <IconPencil size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
        {!own && (
          <ActionIcon aria-label={`Copiar a visão ${name} para mim`} onClick={onCopy}>
            <IconCopy size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <WhoSees view={view} />
      {edits && children}
    </li>
  )
}

function WhoSees({ view: { own, owner, audience, shared_with } }: { view: View }) {
  if (own && audience === 'me') return null
  const reach = shared_with ?? viewReaches[audience]
  return (
    <p className="meta">
      {own ? `Você compartilhou com: ${reach}` : `De ${owner}`}
      {!own && ` · ${reach}`}
    </p>
  )
}

function PinButton({ view, list }: { view: View; list: string }) {
  const { pins, pin } = useSideMenu()
  const pinned = pins.some(each => 'view' in each && each.view === view.uuid)
  const turn = () =>
    pin(all =>
      pinned
        ? all.filter(each => !('view' in each) || each.view !== view.uuid)
        : [...all, { view: view.uuid, name: null, title: view.name, list, search: view.search, seen: null }],
    )
  const Icon = pinned ? IconPinnedOff : IconPin
  return (
    <ActionIcon
      aria-label={pinned ? `Desafixar a visão ${view.name} do menu` : `Fixar a visão ${view.name} no menu`}
      onClick={turn}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}

interface EditProps {
  readonly view: View
  readonly shares: boolean
  readonly acts: ViewsProps['acts']
  readonly done: () => void
  /** The query of the screen. */
  readonly now: string
}

/** Renames a view, says who sees it, and deletes it. */
function EditView({ view, shares, acts, done, now }: EditProps) {
  const [name, setName] = useState(view.name)
  const [audience, setAudience] = useState<ViewReach>(view.audience)
  const staff = isStaff(useUser())
  const { wrong, run } = useSent()
  const offered = Object.entries(viewReaches).filter(([reach]) => reach !== 'all' || shares || view.audience === 'all')
  async function save(event: FormEvent) {
    event.preventDefault()
    const given = name.trim()
    const change = async () => {
      if (given && given !== view.name) await acts.change(view.uuid, { name: given })
      if (audience !== view.audience) await acts.share(view.uuid, audience)
    }
    if (await run(change())) done()
  }
  const isReach = (value: string): value is ViewReach => value in viewReaches
  return (
    <form className={styles.editView} onSubmit={e => void save(e)}>
      {view.own && (
        <>
          <TextInput label="Nome da visão" maxLength={60} value={name} onChange={e => setName(e.currentTarget.value)} />
          {staff && (
            <NativeSelect
              label="Quem vê"
              value={audience}
              data={offered.map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget: { value } }) => isReach(value) && setAudience(value)}
            />
          )}
        </>
      )}
      {wrong && <p role="alert">{wrong}</p>}
      <Group gap="xs" mt="xs">
        {view.own && <Button type="submit">Salvar</Button>}
        {view.own && view.search !== now && (
          <Button
            variant="default"
            onClick={() => void run(acts.change(view.uuid, { search: now })).then(ok => ok && done())}
          >
            Pôr o que está na tela
          </Button>
        )}
        <Button
          variant="subtle"
          color="danger"
          aria-label={`Excluir a visão ${view.name}`}
          onClick={() => void run(acts.remove(view.uuid))}
        >
          Excluir
        </Button>
      </Group>
    </form>
  )
}
