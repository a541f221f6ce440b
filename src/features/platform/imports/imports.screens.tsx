import type { WebFeature } from '#features/feature.web.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import type { Screen } from '#web/route/screen.ts'

const ownScreens = {
  list: () => import('#features/platform/imports/ImportList.tsx'),
  detail: () => import('#features/platform/imports/ImportScreen.tsx'),
} as const

/** Where a file comes in: its rows are made by the upload, never by a form. */
const create: Screen = {
  path: '/imports/create',
  title: 'Importar planilha',
  permission: 'imports.enviar',
  load: () => import('#features/platform/imports/ImportCreate.tsx'),
}

/** Who provides telecommunications and is nobody's client yet. */
const anatel: Screen = {
  path: '/imports/anatel',
  title: 'Prestadoras da Anatel',
  permission: 'anatel.index',
  load: () => import('#features/platform/imports/anatel/AnatelScreen.tsx'),
}

export const importsOnWeb: WebFeature = { own: { [imports.path]: ownScreens }, screens: [create, anatel] }
