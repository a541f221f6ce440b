import type { WebFeature } from '#features/feature.web.ts'
import { profiles } from '#features/people/profiles/profiles.ts'

const ownScreens = {
  create: () => import('#features/people/profiles/ProfileCreate.tsx'),
  detail: () => import('#features/people/profiles/ProfileScreen.tsx'),
} as const

export const profilesOnWeb: WebFeature = { own: { [profiles.path]: ownScreens } }
