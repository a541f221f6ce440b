import type { ServerFeature } from '#features/feature.server.ts'
import { sideMenuRoutes } from '#features/people/lists/side-menu.server.ts'
import { listTasteRoutes } from '#features/people/lists/tastes.server.ts'
import { listViewRoutes } from '#features/people/lists/views.server.ts'

export const listsOnServer: ServerFeature = {
  operations: () => [...listTasteRoutes, ...listViewRoutes, ...sideMenuRoutes],
}
