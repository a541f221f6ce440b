import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, keyShape, listShape } from '#kernel/wire.ts'

/** Who sees a view besides its owner: nobody, the people of their profile, those of their company, or the whole team. */
const viewAudiences = {
  me: 'Só eu',
  profile: 'Meu perfil',
  company: 'Minha empresa',
  all: 'Toda a equipe',
} as const

const word = z.string().min(1).max(100)
const listName = z.string().regex(/^[a-z][a-z-]{0,59}$/)
const viewKey = z.object({ view: z.uuid() })
const viewName = oneLine(60).refine(Boolean, 'Dê um nome à visão.')
const viewSearch = z.string().max(8_000)

const listView = z.object({
  uuid: z.string(),
  name: z.string(),
  /** The query of the list's address: filters, order, columns and the size of a page. */
  search: z.string(),
  audience: keyShape(viewAudiences),
  /** The name of the profile or the company it is shared with; null otherwise. */
  shared_with: z.string().nullable(),
  /** Whose it is. */
  owner: z.string(),
  own: z.boolean(),
})
/** A search of a list with a name, as its reader sees it. */
export type ListView = z.infer<typeof listView>

const listTaste = z.object({
  columns: listShape(z.string()).nullable(),
  views: listShape(listView),
  /** Whether the reader may share a view with the whole team. */
  shares: z.boolean(),
})
/** How a user likes a list: its columns, null where those it declares, and the views they see. */
export type ListTaste = z.infer<typeof listTaste>

export const readListTaste = call.get('/users/me/listas/:list', {
  id: 'users.me.lists',
  summary: 'Ver como se prefere uma lista',
  of: 'self',
  access: 'session',
  params: z.object({ list: listName }),
  answer: dataShape(listTaste),
})
export const saveListTaste = call.put('/users/me/listas/:list', {
  id: 'users.me.lists.update',
  summary: 'Guardar como se prefere uma lista',
  of: 'self',
  access: 'session',
  audit: null,
  params: z.object({ list: listName }),
  body: z.strictObject({ columns: z.array(word).max(100).nullable() }),
  answer: doneShape(listTaste),
})

export const addListView = call.post('/users/me/listas/:list/visoes', {
  id: 'users.me.visoes.store',
  summary: 'Guardar uma visão de uma lista',
  of: 'self',
  access: 'session',
  audit: null,
  params: z.object({ list: listName }),
  body: z.strictObject({ name: viewName, search: viewSearch }),
  status: 201,
  answer: doneShape(listView),
})
export const updateListView = call.put('/users/me/visoes/:view', {
  id: 'users.me.visoes.update',
  summary: 'Mudar uma visão própria, e com quem se compartilha',
  of: 'self',
  access: 'session',
  audit: null,
  params: viewKey,
  body: z.strictObject({
    name: viewName.optional(),
    search: viewSearch.optional(),
    audience: z.enum(['me', 'profile', 'company']).optional(),
  }),
  answer: doneShape(listView),
})
export const shareListView = call.put('/users/me/visoes/:view/para-todos', {
  id: 'users.me.visoes.para-todos',
  summary: 'Compartilhar visões de listas com toda a equipe',
  of: 'self',
  staffOnly: true,
  audit: null,
  params: viewKey,
  answer: doneShape(listView),
})
export const removeListView = call.delete('/users/me/visoes/:view', {
  id: 'users.me.visoes.destroy',
  summary: 'Excluir uma visão de uma lista',
  of: 'self',
  access: 'session',
  audit: null,
  params: viewKey,
  answer: doneShape(z.object({ uuid: z.string() })),
})

const pinName = oneLine(60).nullable()
const screenPin = z.object({ screen: z.string(), name: z.string().nullable() })
const viewPin = z.object({
  view: z.string(),
  /** Null: the view's own name. */
  name: z.string().nullable(),
  title: z.string(),
  list: z.string(),
  search: z.string(),
  /** How many rows it had when its reader last opened it; null where they never did. */
  seen: z.number().nullable(),
})
/** How tall rows are, and whether keys of one character act: the words of the frame's own choices. */
const lookChoices = {
  density: z.enum(['default', 'comfortable', 'compact']),
  keys: z.enum(['on', 'off']),
} as const
const look = z.object(lookChoices).partial()

const sideMenu = z.object({
  /** Which groups of the menu were opened (true) or folded (false), by their title. */
  groups: z.record(z.string(), z.boolean()),
  pins: listShape(z.union([viewPin, screenPin])),
  /** Only what the user ever chose. */
  look,
})
/** How a user likes the menu at the side, and lists: what is folded, what is pinned, in their order, and how rows look. */
export type SideMenu = z.infer<typeof sideMenu>

export const readSideMenu = call.get('/users/me/menu-lateral', {
  id: 'users.me.menu-lateral',
  summary: 'Ver o que se fixou e se recolheu no menu, e como se preferem as listas',
  of: 'self',
  access: 'session',
  answer: dataShape(sideMenu),
})
export const saveSideMenu = call.put('/users/me/menu-lateral', {
  id: 'users.me.menu-lateral.update',
  summary: 'Guardar o que se fixa e se recolhe no menu, e como se preferem as listas',
  of: 'self',
  access: 'session',
  audit: null,
  body: z.strictObject({
    /** Only those that changed; the others stay. */
    groups: z
      .record(word, z.boolean())
      .refine(groups => Object.keys(groups).length <= 50, 'São no máximo 50 grupos.')
      .optional(),
    /** All of them, in their order. */
    pins: z
      .array(
        z.union([
          z.strictObject({ screen: word, name: pinName }),
          z.strictObject({ view: z.uuid(), name: pinName, seen: z.int().min(0).max(1_000_000_000).nullable() }),
        ]),
      )
      .max(30, 'São no máximo 30 itens fixados.')
      .optional(),
    /** Only what changed; the rest stays. */
    look: z.strictObject(lookChoices).partial().optional(),
  }),
  answer: doneShape(sideMenu),
})
