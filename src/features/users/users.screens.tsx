import type { WebFeature } from '#features/feature.web.ts'
import { users } from '#features/users/users.ts'

const ownScreens = {
  create: () => import('#features/users/UserCreate.tsx'),
  detail: () => import('#features/users/UserScreen.tsx'),
} as const

export const usersOnWeb: WebFeature = { own: { [users.path]: ownScreens } }
