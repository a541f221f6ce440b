export const exportScreens = {
  list: () => import('#features/jobs/ExportsScreen.tsx'),
  detail: () => import('#features/jobs/ExportScreen.tsx'),
} as const
