import type { Screen } from '#web/route/screen.ts'

export const importScreens = {
  list: () => import('#features/imports/ImportList.tsx'),
  detail: () => import('#features/imports/ImportScreen.tsx'),
} as const

/** Where a file comes in: its rows are made by the upload, never by a form. */
export const importCreate: Screen = {
  path: '/imports/create',
  title: 'Importar planilha',
  permission: 'imports.enviar',
  load: () => import('#features/imports/ImportCreate.tsx'),
}

/** Who provides telecommunications and is nobody's client yet. */
export const anatelScreen: Screen = {
  path: '/imports/anatel',
  title: 'Prestadoras da Anatel',
  permission: 'anatel.index',
  load: () => import('#features/imports/anatel/AnatelScreen.tsx'),
}
