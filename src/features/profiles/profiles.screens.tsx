export const profileScreens = {
  create: () => import('#features/profiles/ProfileCreate.tsx'),
  detail: () => import('#features/profiles/ProfileScreen.tsx'),
} as const
