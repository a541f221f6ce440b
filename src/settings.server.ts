import { collectSettings } from '#features/regulatory/collects/coleta/settings.server.ts'
import { factorSettings } from '#features/people/factor/settings.server.ts'
import { gateStops } from '#features/regulatory/collects/gate/strict.server.ts'
import { directorySettings } from '#features/people/auth/directory-settings.server.ts'
import { demoSettings } from '#features/platform/demo/settings.server.ts'
import { importSettings } from '#features/platform/imports/section/settings.server.ts'
import { incomingSettings } from '#features/support/incoming-mail/settings.server.ts'
import { exportSettings } from '#features/platform/exports/settings.server.ts'
import { infrastructureSettings } from '#features/regulatory/infrastructure/settings.server.ts'
import { invoiceSettings } from '#features/billing/invoices/settings.server.ts'
import { integrationSettings } from '#features/platform/integrations/settings.server.ts'
import { linkSettings } from '#features/support/useful-links/settings.server.ts'
import { obligationSettings } from '#features/regulatory/obligations/settings.server.ts'
import { registrySettings } from '#features/clients/registry/settings.server.ts'
import { semesterSettings } from '#features/regulatory/semester/settings.server.ts'
import { feeSettings } from '#features/network/stations/fees/settings.server.ts'
import { geometrySettings } from '#features/network/stations/geometry/settings.server.ts'
import { mapSettings } from '#features/network/stations/map/settings.server.ts'
import { uploadSettings } from '#features/platform/uploads/settings.server.ts'
import { webhookSettings } from '#features/platform/webhooks/settings.server.ts'
import { registrationSettings } from '#features/billing/bills/registration/settings.server.ts'
import { asaasSettings } from '#parts/asaas/settings.server.ts'
import { copySettings } from '#parts/copy/settings.server.ts'
import { fileSettings, storeTroubles } from '#parts/file/settings.server.ts'
import { replySettings } from '#parts/reply/settings.server.ts'
import { secretSettings } from '#parts/secret/settings.server.ts'
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
  ...fileSettings,
  ...copySettings,
  ...secretSettings,
  ...factorSettings,
  ...directorySettings,
  ...invoiceSettings,
  ...asaasSettings,
  ...registrationSettings,
  ...integrationSettings,
  ...webhookSettings,
]

/** Every setting there is, in the order of the README. */
export const settings = settingsWith(ofFeatures)

/** Reads the settings from the environment. Throws one Error listing, in Portuguese, every setting that is wrong. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readSettings(env, ofFeatures, storeTroubles)
