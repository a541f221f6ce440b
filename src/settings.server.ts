import { collectSettings } from '#features/collects/coleta/settings.server.ts'
import { gateStops } from '#features/collects/gate/strict.server.ts'
import { demoSettings } from '#features/demo/settings.server.ts'
import { importSettings } from '#features/imports/section/settings.server.ts'
import { incomingSettings } from '#features/incoming/settings.server.ts'
import { exportSettings } from '#features/jobs/settings.server.ts'
import { infrastructureSettings } from '#features/infrastructure/settings.server.ts'
import { invoiceSettings } from '#features/invoices/settings.server.ts'
import { integrationSettings } from '#features/integrations/settings.server.ts'
import { linkSettings } from '#features/links/settings.server.ts'
import { obligationSettings } from '#features/obligations/settings.server.ts'
import { registrySettings } from '#features/registry/settings.server.ts'
import { semesterSettings } from '#features/semester/settings.server.ts'
import { feeSettings } from '#features/stations/fees/settings.server.ts'
import { geometrySettings } from '#features/stations/geometry/settings.server.ts'
import { mapSettings } from '#features/stations/map/settings.server.ts'
import { uploadSettings } from '#features/uploads/settings.server.ts'
import { replySettings } from '#parts/reply/settings.server.ts'
import { readSettings, settingsWith, type Config } from '#server/config.ts'

/** What features let an installation set, a line each. */
const ofFeatures = [
  ...demoSettings,
  ...registrySettings,
  ...collectSettings,
  gateStops,
  ...semesterSettings,
  ...obligationSettings,
  ...exportSettings,
  ...importSettings,
  ...geometrySettings,
  ...infrastructureSettings,
  ...mapSettings,
  ...feeSettings,
  ...uploadSettings,
  ...replySettings,
  ...incomingSettings,
  ...linkSettings,
  ...invoiceSettings,
  ...integrationSettings,
]

/** Every setting there is, in the order of the README. */
export const settings = settingsWith(ofFeatures)

/** Reads the settings from the environment. Throws one Error listing, in Portuguese, every setting that is wrong. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => readSettings(env, ofFeatures)
