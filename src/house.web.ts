import { accountScreens } from '#features/auth/account.screens.tsx'
import { billScreens } from '#features/bills/bills.screens.tsx'
import { clientScreens, prospectScreens } from '#features/clients/clients.screens.tsx'
import { collectScreens, oldCollectCreate, quadro } from '#features/collects/collects.screens.tsx'
import { moduleConfigurationScreens } from '#features/configurations/configurations.screens.tsx'
import { documentsArea, documentScreens } from '#features/documents/documents.screens.tsx'
import { historyScreens } from '#features/history/history.screens.tsx'
import { homeScreens } from '#features/home/home.screens.tsx'
import { features } from '#features/index.ts'
import { exportScreens } from '#features/jobs/exports.screens.tsx'
import { anatelScreen, importCreate, importScreens } from '#features/imports/imports.screens.tsx'
import { mailScreens } from '#features/mails/mails.screens.tsx'
import { lookupScreens } from '#features/lookups.screens.tsx'
import { semesterScreen } from '#features/semester/semester.screens.tsx'
import { duplicateStation, stationScreens } from '#features/stations/stations.screens.tsx'
import { maintenanceScreen } from '#features/maintenance/maintenance.screens.tsx'
import { obligationsArea, obligationScreens } from '#features/obligations/obligations.screens.tsx'
import { particularitiesArea } from '#features/particularities/particularities.screens.tsx'
import { profileScreens } from '#features/profiles/profiles.screens.tsx'
import { testScreens } from '#features/test/test.screens.tsx'
import { ticketScreens } from '#features/tickets/tickets.screens.tsx'
import { userScreens } from '#features/users/users.screens.tsx'
import { screensOf } from '#web/screens/screens.ts'
import type { Screen } from '#web/route/screen.ts'

/** Screens a feature draws itself. */
const own: Readonly<Record<string, Parameters<typeof screensOf>[1]>> = {
  'bills-to-receive': billScreens,
  clients: clientScreens([obligationsArea, documentsArea, particularitiesArea]),
  collects: collectScreens,
  documents: documentScreens,
  exports: exportScreens(features),
  imports: importScreens,
  mails: mailScreens,
  'module-configurations': moduleConfigurationScreens,
  profiles: profileScreens,
  prospectos: prospectScreens,
  tickets: ticketScreens,
  users: userScreens,
  ...stationScreens,
  ...lookupScreens,
}

/** Every screen of the product, by address. */
export const screens: readonly Screen[] = [
  ...accountScreens,
  ...homeScreens,
  ...features.flatMap(feature => screensOf(feature, own[feature.path])),
  oldCollectCreate,
  quadro,
  semesterScreen,
  ...obligationScreens,
  duplicateStation,
  importCreate,
  anatelScreen,
  ...historyScreens(features),
  maintenanceScreen,
  ...testScreens,
]
