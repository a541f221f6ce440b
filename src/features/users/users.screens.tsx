export const userScreens = { detail: () => import('#features/users/UserScreen.tsx') } as const
