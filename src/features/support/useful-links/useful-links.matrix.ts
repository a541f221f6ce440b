import { sql } from 'kysely'
import { missingKeys, ofOneCompany, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

const imagePath = (world: World) =>
  `links-importantes-categorias/${world.target('links-importantes-categorias', 'A1')?.uuid}/imagem`

const deleteImages = (world: World) => sql`delete from link_category_images`.execute(world.db)

/** The beginning of a WebP image, different for each principal. */
const smallImage = (who: Principal) => ({
  body: `RIFF\u0020\0\0\0WEBPVP8 ${who}`,
  headers: { 'content-type': 'application/octet-stream' },
})

export const usefulLinksMatrix: MatrixCases = {
  'links-importantes.painel': () => [{ about: 'all', url: 'links-importantes/painel', status: 200 }],
  'links-importantes.abrir': world => [
    { about: 'own', url: `links-importantes/${world.target('links-importantes', 'A1')?.uuid}/abrir`, status: 200 },
    { about: 'missing', url: `links-importantes/${missingKeys.uuid}/abrir`, status: 404 },
  ],
  'links-importantes-categorias.imagem': world => [
    { about: 'none yet', url: imagePath(world), status: 404, before: () => deleteImages(world) },
  ],
  'links-importantes-categorias.imagem.store': (world, who) => [
    { about: 'a small one', url: imagePath(world), ...smallImage(who), status: ofOneCompany.has(who) ? 403 : 200 },
  ],
  'links-importantes-categorias.imagem.destroy': (world, who) => [
    {
      about: 'own',
      url: imagePath(world),
      status: ofOneCompany.has(who) ? 403 : 200,
      before: () => world.call('superAdmin', 'PUT', imagePath(world), smallImage(who)),
    },
  ],
}
