import type { WebFeature } from '#features/feature.web.ts'
import { integrationQueues } from '#parts/integration/queues.ts'

export const integrationsOnWeb: WebFeature = {
  own: {
    [integrationQueues.path]: {
      list: () => import('#features/platform/integrations/QueueScreen.tsx'),
      detail: () => import('#features/platform/integrations/ItemScreen.tsx'),
    },
  },
  screens: [
    {
      path: '/integracoes',
      title: 'Integrações',
      permission: 'integrations.index',
      load: () => import('#features/platform/integrations/IntegrationsScreen.tsx'),
    },
  ],
}
