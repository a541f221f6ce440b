import type { WebFeature } from '#features/feature.web.ts'
import { profiles } from '#features/profiles/profiles.ts'

const ownScreens = {
  create: () => import('#features/profiles/ProfileCreate.tsx'),
  detail: () => import('#features/profiles/ProfileScreen.tsx'),
} as const

export const profilesOnWeb: WebFeature = { own: { [profiles.path]: ownScreens } }
