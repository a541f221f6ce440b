import type { Area } from '#web/screens/AreasScreen.tsx'

/** `more` are areas of a client that other features draw. */
export const clientScreens = (more: readonly Area[]) => ({
  detail: async () => ({ default: (await import('#features/clients/ClientScreen.tsx')).clientScreen(more) }),
})
