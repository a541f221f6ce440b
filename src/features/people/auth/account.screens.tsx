import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

const recovery = {
  title: 'Recuperar senha',
  open: true,
  load: () => import('#features/people/auth/Recovery.tsx'),
} as const

/** The pages before signing in. */
export const entrance: readonly Screen[] = [
  { path: '/account/login', title: 'Entrar', open: true, load: () => import('#features/people/auth/Login.tsx') },
  { path: '/account/recovery', ...recovery },
  { path: '/auth/recoverpwd', ...recovery },
  {
    path: '/account/directory',
    title: 'Entrar',
    open: true,
    load: () => import('#features/people/auth/DirectoryReturn.tsx'),
  },
  {
    path: '/account/reset',
    title: 'Escolher nova senha',
    open: true,
    load: () => import('#features/people/auth/Reset.tsx'),
  },
]

export const authOnWeb: WebFeature = { screens: entrance }
