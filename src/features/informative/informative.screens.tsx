import type { WebFeature } from '#features/feature.web.ts'
import { informative } from '#features/informative/informative.ts'

export const informativeOnWeb: WebFeature = {
  own: {
    [informative.path]: {
      create: () => import('#features/informative/NewsCreate.tsx'),
      detail: () => import('#features/informative/NewsScreen.tsx'),
    },
  },
}
