import type { WebFeature } from '#features/feature.web.ts'

export const draftsOnWeb: WebFeature = {
  screens: [{ path: '/rascunhos', title: 'Rascunhos', load: () => import('#features/people/drafts/DraftsScreen.tsx') }],
}
