import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { imageLimit, linkCategories, links } from '#features/support/useful-links/links.ts'
import { fileBytes } from '#parts/file/taken.ts'

/** A link as the board shows it, with how often the reader opened it. */
const linkCard = z.object({
  uuid: z.string(),
  nome: z.string(),
  url: z.string(),
  descricao: z.string().nullable(),
  abrir_em_nova_aba: z.boolean(),
  uses: z.int(),
  failing_since: z.string().nullable(),
  check_said: z.string().nullable(),
})
export type LinkCard = z.infer<typeof linkCard>

/** The links of a category; the last shelf has those without one. */
const linkShelf = z.object({
  uuid: z.string().nullable(),
  nome: z.string(),
  /** What its image is known by; null where it has none. */
  image: z.string().nullable(),
  links: listShape(linkCard),
})
export type LinkShelf = z.infer<typeof linkShelf>

export const listShelves = call.get('/links-importantes/painel', {
  id: 'links-importantes.painel',
  summary: 'Ver os links por categoria, os mais usados antes',
  of: links,
  answer: dataShape(listShape(linkShelf)),
})

export const countLinkUse = call.put('/links-importantes/:id/abrir', {
  id: 'links-importantes.abrir',
  summary: 'Contar que se abriu um link',
  of: links,
  audit: null,
  answer: doneShape(z.object({})),
})

export const showCategoryImage = call.get('/links-importantes-categorias/:id/imagem', {
  id: 'links-importantes-categorias.imagem',
  summary: 'Ver a imagem de uma categoria de link',
  of: linkCategories,
  access: 'session',
  gives: ['image/png', 'image/jpeg', 'image/webp'],
  answer: 'file',
})

export const storeCategoryImage = call.put('/links-importantes-categorias/:id/imagem', {
  id: 'links-importantes-categorias.imagem.store',
  summary: 'Enviar a imagem de uma categoria de link',
  of: linkCategories,
  writes: [links],
  media: ['application/octet-stream'],
  limit: imageLimit,
  body: fileBytes,
  answer: doneShape(rowShape(linkCategories)),
})

export const removeCategoryImage = call.delete('/links-importantes-categorias/:id/imagem', {
  id: 'links-importantes-categorias.imagem.destroy',
  summary: 'Tirar a imagem de uma categoria de link',
  of: linkCategories,
  writes: [links],
  answer: doneShape(rowShape(linkCategories)),
})
