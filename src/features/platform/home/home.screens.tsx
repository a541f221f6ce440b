import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** The first page after sign-in. */
const screens: readonly Screen[] = [
  { path: '/', title: 'Página inicial', load: () => import('#features/platform/home/Home.tsx') },
]

export const homeOnWeb: WebFeature = { screens }
