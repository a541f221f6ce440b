import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** The style guide: what the interface is made of, side by side. */
const screens: readonly Screen[] = [
  {
    path: '/test',
    title: 'Guia de estilo',
    permission: 'test.index',
    load: () => import('#features/platform/style-guide/StyleGuide.tsx'),
  },
]

export const styleGuideOnWeb: WebFeature = { screens }
