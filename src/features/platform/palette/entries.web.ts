import { can, permission, type User } from '#kernel/access.ts'
import { ownPath } from '#kernel/guard.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { agreed, capital, foldText, slugOf } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { features } from '#features/index.ts'
import { menu } from '#features/menu.ts'
import type { PaletteGroup, PaletteRow } from '#features/platform/palette/api.ts'
import type { GuidePage } from '#features/platform/help/guides.ts'
import { areasOpenTo, titleOfArea, type NamedArea } from '#parts/areas/areas.ts'
import { label as monthInWords, monthKey } from '#parts/period/period.ts'
import { periodsSearched } from '#parts/period/written.ts'
import type { IconName } from '#web/layout/icons.ts'
import { allowedMenu, type MenuGroup } from '#web/layout/menu.ts'

/** What the palette is narrowed to: one group, or what is inside a client. */
export type Narrowing =
  | { readonly type: 'group'; readonly id: string; readonly title: string }
  | { readonly type: 'client'; readonly id: number; readonly uuid: string; readonly title: string }

export interface PaletteEntry {
  readonly key: string
  readonly label: string
  readonly about: string
  readonly icon: IconName | 'plus' | 'help' | 'recent' | 'more'
  readonly to: string
  readonly inactive?: boolean
  /** Where Tab goes on; without one, to the group of the entry. */
  readonly within?: Narrowing
}
export interface PaletteSection {
  readonly id: string
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

const screensTitle = 'Telas'
const actsTitle = 'Ações'
const helpTitle = 'Ajuda'
/** Entries of a group of the browser's own, where others are shown beside it. */
const mostLocal = 5

const groups: readonly MenuGroup[] = menu
const items = groups.flatMap(({ items: own }) => own)
const iconOf = (path: string): IconName => items.find(({ id }) => id === path)?.icon ?? 'file'
const resourceAt = (path: string): AnyResource | undefined => features.find(each => each.path === path)
export const titleOfKind = (path: string): string => capital(resourceAt(path)?.text.many ?? path)

export const entryOf = ({ kind, id, uuid, name, about, active }: PaletteRow): PaletteEntry => ({
  key: `${kind} ${uuid}`,
  label: name,
  about,
  icon: iconOf(kind),
  to: `/${kind}/${uuid}`,
  inactive: !active,
  ...(kind === clients.path && { within: { type: 'client', id, uuid, title: name } as const }),
})

/** Groups of the server as the palette shows them; the last entry of one that has more leads to the list. */
export const foundSections = (groups: readonly PaletteGroup[], text: string): readonly PaletteSection[] =>
  groups.map(({ kind, rows, more }) => ({
    id: kind,
    title: titleOfKind(kind),
    entries: [
      ...rows.map(entryOf),
      ...(more
        ? [
            {
              key: `${kind} all`,
              label: `Ver a lista: ${titleOfKind(kind)}`,
              about: 'Há outros que combinam',
              icon: 'more',
              to: `/${kind}?${new URLSearchParams({ search: text }).toString()}`,
            } as const,
          ]
        : []),
    ],
  }))

interface PaletteAct {
  readonly label: string
  readonly to: string
  readonly permission?: string
  readonly icon: PaletteEntry['icon']
  /** It takes a client from its address: 'Novo chamado para Vale Net'. */
  readonly forClient?: true
}

const createLabel = ({ text }: AnyResource) => capital(`${agreed(text, 'novo')} ${text.one}`)
const takesClient = ({ fields }: AnyResource) =>
  fields.client?.kind === 'ref' && fields.client.writable ? { forClient: true as const } : {}
/** A row of every section in the menu is created at the address of its list. */
const creations: readonly PaletteAct[] = items.flatMap(({ id }): readonly PaletteAct[] => {
  const of = resourceAt(id)
  if (of === orderServices)
    return [
      {
        label: createLabel(of),
        to: `/${of.path}/create`,
        permission: permission(clients, 'order-services.store'),
        icon: 'plus',
        forClient: true,
      },
    ]
  return of && verbsOf(of).includes('store')
    ? [
        {
          label: createLabel(of),
          to: `/${of.path}/create`,
          permission: permission(of, 'store'),
          icon: 'plus',
          ...takesClient(of),
        },
      ]
    : []
})
const otherActs: readonly PaletteAct[] = [
  { label: 'Abrir o mês', to: '/collects/quadro', permission: 'collects.abrir-mes', icon: 'board' },
  {
    label: 'Faturar o mês',
    to: `/${bills.path}/faturar`,
    permission: 'bills-to-receive.faturar.previa',
    icon: 'receipt',
  },
]
const actsOf = (user: User): readonly PaletteAct[] => [
  ...[...otherActs, ...creations].filter(act => !act.permission || can(user, act.permission)),
  { label: 'Meu perfil', to: ownPath(user), icon: 'user' },
]
const actFor = ({ label, to, icon }: PaletteAct, client: { readonly id: number; readonly title: string }) => ({
  key: `${to} ${client.id}`,
  label: `${label} para ${client.title}`,
  about: '',
  icon,
  to: `${to}?client_id=${client.id}`,
})

/** 0 where a text begins with the whole words of the search, 1 where it begins with the search, 2 where a word of it does, 3 where it has all the words, else null. */
function closeness(text: string, search: string): number | null {
  const [folded, wanted] = [foldText(text), foldText(search.trim())]
  if (`${folded} `.startsWith(`${wanted} `)) return 0
  if (folded.startsWith(wanted)) return 1
  if (` ${folded}`.includes(` ${wanted}`)) return 2
  return wanted.split(/\s+/).every(word => folded.includes(word)) ? 3 : null
}

interface LocalCandidate {
  readonly entry: PaletteEntry
  /** What is searched besides its label. */
  readonly also?: string
}
/** The candidates a text finds, the closest first. */
function closest(candidates: readonly LocalCandidate[], text: string, most: number) {
  const found = candidates.flatMap(({ entry, also = '' }) => {
    const near = closeness(entry.label, text) ?? (closeness(`${entry.label} ${also}`, text) === null ? null : 4)
    return near === null ? [] : [{ entry, near }]
  })
  const sorted = found.toSorted((one, other) => one.near - other.near)
  return { best: sorted[0]?.near ?? 9, entries: sorted.slice(0, most).map(({ entry }) => entry) }
}

/** What the browser knows by itself. */
export interface LocalWorld {
  readonly user: User
  readonly menus: readonly string[]
  readonly guides: readonly Pick<GuidePage, 'slug' | 'title' | 'about'>[]
  readonly areas: readonly NamedArea[]
}

const screenCandidates = ({ menus }: LocalWorld): readonly LocalCandidate[] =>
  allowedMenu(menu, menus).flatMap(({ title, items: own }) =>
    own.map(({ id, label, path, icon }) => ({
      entry: { key: `screen ${id}`, label, about: title, icon, to: path },
      also: title,
    })),
  )

/** The months in a text lead to their board and to their coletas. */
function monthCandidates({ user }: LocalWorld, text: string): readonly PaletteEntry[] {
  if (!can(user, 'collects.quadro')) return []
  return periodsSearched(text).said.flatMap(({ period: { year, month } }) => {
    if (year === null || month === null) return []
    const period = { year, month }
    return [
      {
        key: `month ${monthKey(period)}`,
        label: `Quadro de ${monthInWords(period)}`,
        about: '',
        icon: 'board' as const,
        to: `/collects/quadro?mes=${monthKey(period)}`,
      },
    ]
  })
}

/** Screens, actions and help that a text finds; those whose name begins with the text come before what the server finds. */
export function localSections(world: LocalWorld, text: string, only: string | null) {
  const most = only === null ? mostLocal : Infinity
  const acts = actsOf(world.user).map(({ label, to, icon }) => ({
    entry: { key: `act ${to}`, label, about: '', icon, to },
  }))
  const guides = world.guides.map(({ slug, title, about }) => ({
    entry: { key: `help ${slug}`, label: title, about: capital(about), icon: 'help' as const, to: `/ajuda/${slug}` },
    also: about,
  }))
  const groups = [
    { id: 'acoes', title: actsTitle, ...closest(acts, text, most), more: monthCandidates(world, text) },
    { id: 'telas', title: screensTitle, ...closest(screenCandidates(world), text, most), more: [] },
    { id: 'ajuda', title: helpTitle, ...closest(guides, text, most), more: [] },
  ]
    .filter(({ id }) => only === null || only === id)
    .map(({ more, entries, ...group }) => ({ ...group, entries: [...more, ...entries] }))
    .filter(({ entries }) => entries.length > 0)
  const isFirst = ({ id, best }: (typeof groups)[number]) => id !== 'ajuda' && best <= 1 && text.trim().length > 2
  return { before: groups.filter(isFirst), after: groups.filter(group => !isFirst(group)) }
}

/** What is inside a client: its areas, and what can be created for it. */
export function clientSections(
  { user, areas }: LocalWorld,
  client: Narrowing & { readonly type: 'client' },
  text: string,
): readonly PaletteSection[] {
  const tabs = [
    { name: '', label: 'Visão geral' },
    { name: 'dados', label: 'Dados' },
    ...areasOpenTo(user, areas)
      .map(titleOfArea)
      .map(label => ({ name: slugOf(label), label })),
  ]
  const places = tabs.map(({ name, label }) => ({
    entry: {
      key: `area ${name}`,
      label,
      about: client.title,
      icon: 'file' as const,
      to: `/${clients.path}/${client.uuid}${name && `?tab=${name}`}`,
    },
  }))
  const acts = actsOf(user)
    .filter(({ forClient }) => forClient)
    .map(act => ({ entry: actFor(act, client) }))
  return [
    { id: 'areas', title: 'Áreas', entries: closest(places, text, Infinity).entries },
    { id: 'acoes', title: actsTitle, entries: closest(acts, text, Infinity).entries },
  ].filter(({ entries }) => entries.length > 0)
}

/** 'novo chamado para vale' as the actions that are meant and the client that is searched for; null of any other text. */
export function actForClient(user: User, text: string) {
  const [, what = '', whom = ''] = /^(.+?)\s+para\s+(?:(?:o|a)\s+)?(?:cliente\s+)?(\S.*)$/iu.exec(text) ?? []
  if (!what || !can(user, permission(clients, 'index'))) return null
  const acts = actsOf(user).filter(({ label, forClient }) => forClient && closeness(label, what) !== null)
  return acts.length ? { acts, whom } : null
}
export const entriesForClients = (acts: readonly PaletteAct[], rows: readonly PaletteRow[]): readonly PaletteEntry[] =>
  rows
    .filter(({ active }) => active)
    .flatMap(({ id, name }) => acts.slice(0, 2).map(act => actFor(act, { id, title: name })))

/** Of an empty palette: what was opened last, and the screens. */
export const emptySections = (world: LocalWorld, recents: readonly PaletteRow[]): readonly PaletteSection[] =>
  [
    {
      id: 'recentes',
      title: 'Abertos há pouco',
      entries: recents.map(row => ({
        ...entryOf(row),
        about: [titleOfOne(row.kind), row.about].filter(Boolean).join(' · '),
      })),
    },
    { id: 'telas', title: screensTitle, entries: screenCandidates(world).map(({ entry }) => entry) },
  ].filter(({ entries }) => entries.length > 0)
const titleOfOne = (path: string) => capital(resourceAt(path)?.text.one ?? '')
