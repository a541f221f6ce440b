import type { ServerFeature } from '#features/feature.server.ts'
import { board } from '#features/regulatory/infrastructure/board.server.ts'
import { compareRoute } from '#features/regulatory/infrastructure/compare.server.ts'
import { infrastructureFiles, infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import { filingOperations } from '#features/regulatory/infrastructure/filing.server.ts'
import { sendingOperations } from '#features/regulatory/infrastructure/send.server.ts'
import { extend } from '#server/extend.ts'
import type { CollectsRead } from '#features/regulatory/obligations/load.server.ts'

/** The yearly files of infrastructure, and what the regulator has of the stations beside what we have. */
export const infrastructureOnServer = (collects: CollectsRead): ServerFeature => ({
  extensions: [extend(infrastructureFilings, { lockedAfter: ['client'] })],
  operations: () => [board(collects), ...filingOperations, compareRoute, ...sendingOperations],
  files: [{ of: infrastructureFiles, sent: true }],
})
