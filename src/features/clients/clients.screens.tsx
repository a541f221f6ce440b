export const clientScreens = { detail: () => import('#features/clients/ClientScreen.tsx') } as const
