import type { WebFeature } from '#features/feature.web.ts'
import { informative } from '#features/support/informative/informative.ts'

export const informativeOnWeb: WebFeature = {
  own: {
    [informative.path]: {
      create: () => import('#features/support/informative/NewsCreate.tsx'),
      detail: () => import('#features/support/informative/NewsScreen.tsx'),
    },
  },
}
