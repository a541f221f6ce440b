import { pages } from '#features/support/pages/pages.ts'
import { ofOneCompany, type MatrixCases } from '#test/support/matrix/cases.ts'

export const pagesMatrix: MatrixCases = {
  'pages.content': () => [{ about: 'all', url: '/content/pages.json', status: 200 }],
  // A page belongs to all companies: whoever works for one reads it, and does not change it.
  'pages.rascunho': async (world, who) => [
    {
      about: 'own',
      url: `pages/${(await world.make(pages, 'A1')).uuid}/rascunho`,
      status: ofOneCompany.has(who) ? 403 : 200,
    },
  ],
  'special-pages.show': () => [{ about: 'missing', url: 'special-pages/nenhuma', status: 404 }],
}
