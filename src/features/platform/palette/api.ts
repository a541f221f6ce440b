import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape, noData } from '#kernel/wire.ts'
import { longestSearch, paletteKinds } from '#features/platform/palette/kinds.ts'

const kind = z.enum(paletteKinds.map(({ of }) => of.path))
const paletteRow = z.object({
  /** The path of its section. */
  kind: z.string(),
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  /** What distinguishes it from others of its name, as it is shown. */
  about: z.string(),
  active: z.boolean(),
})
export type PaletteRow = z.infer<typeof paletteRow>

const paletteGroup = z.object({
  kind: z.string(),
  rows: listShape(paletteRow),
  /** There are others, which the list of the section shows. */
  more: z.boolean(),
})
export type PaletteGroup = z.infer<typeof paletteGroup>

export const searchPalette = call.get('/users/me/procurar', {
  id: 'users.me.procurar',
  summary: 'Procurar em tudo o que se pode ver',
  of: 'self',
  access: 'session',
  query: z.strictObject({ q: oneLine(longestSearch), kind: kind.optional() }),
  answer: dataShape(listShape(paletteGroup)),
})

export const listRecents = call.get('/users/me/recentes', {
  id: 'users.me.recentes',
  summary: 'Ver o que se abriu por último',
  of: 'self',
  access: 'session',
  answer: dataShape(listShape(paletteRow)),
})

export const storeRecent = call.put('/users/me/recentes', {
  id: 'users.me.recentes.update',
  summary: 'Guardar o que se abriu',
  of: 'self',
  access: 'session',
  audit: null,
  body: z.strictObject({ kind, uuid: z.uuid() }),
  answer: doneShape(noData),
})
