import type { ServerFeature } from '#features/feature.server.ts'
import { actsOf } from '#features/platform/history/acts.server.ts'
import { historyOperations } from '#features/platform/history/events.server.ts'
import { historySearch } from '#features/platform/history/search.server.ts'
import { timelineOf } from '#features/platform/history/timeline.server.ts'
import type { Catalog } from '#server/catalog.ts'

export const historyOnServer = (catalog: () => Catalog): ServerFeature => ({
  operations: () => [
    ...historyOperations(catalog()),
    historySearch(catalog()),
    timelineOf(catalog()),
    actsOf(catalog()),
  ],
})
