import type { WebFeature } from '#features/feature.web.ts'
import { users } from '#features/people/users/users.ts'

const ownScreens = {
  create: () => import('#features/people/users/UserCreate.tsx'),
  detail: () => import('#features/people/users/UserScreen.tsx'),
} as const

export const usersOnWeb: WebFeature = { own: { [users.path]: ownScreens } }
