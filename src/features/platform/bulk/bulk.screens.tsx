import type { WebFeature } from '#features/feature.web.ts'

export const bulkOnWeb: WebFeature = {
  screens: [
    {
      path: '/bulk-acts/$uuid',
      title: 'Ato em lote',
      load: async () => ({ default: (await import('#features/platform/bulk/BulkActScreen.tsx')).BulkActScreen }),
    },
  ],
}
