import { securityPath } from '#kernel/guard.ts'
import type { WebFeature } from '#features/feature.web.ts'

export const securityOnWeb: WebFeature = {
  screens: [
    { path: securityPath, title: 'Segurança', load: () => import('#features/people/factor/SecurityScreen.tsx') },
  ],
}
