import type { ServerFeature } from '#features/feature.server.ts'
import { mergesChore } from '#features/clients/merges/chore.server.ts'
import { clientMergeRoutes } from '#features/clients/merges/merge.server.ts'
import { undoMergeRoutes } from '#features/clients/merges/undo.server.ts'

export const mergesOnServer: ServerFeature = {
  operations: () => [...clientMergeRoutes, ...undoMergeRoutes],
  chores: [mergesChore],
}
