import type { Screen } from '#web/route/screen.ts'

/** The first page of whoever signed in. */
export const homeScreens: readonly Screen[] = [
  { path: '/', title: 'Página inicial', load: () => import('#features/home/Home.tsx') },
]
