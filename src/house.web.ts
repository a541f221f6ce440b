import { authOnWeb } from '#features/auth/account.screens.tsx'
import { billsOnWeb } from '#features/bills/bills.screens.tsx'
import { returnsOnWeb } from '#features/bills/returns/returns.screens.tsx'
import { clientsOnWeb } from '#features/clients/clients.screens.tsx'
import { collectsOnWeb } from '#features/collects/collects.screens.tsx'
import { configurationsOnWeb } from '#features/configurations/configurations.screens.tsx'
import { documentsOnWeb } from '#features/documents/documents.screens.tsx'
import type { WebFeature } from '#features/feature.web.ts'
import { fistelsOnWeb } from '#features/fistels/fistels.screens.tsx'
import { helpOnWeb } from '#features/help/help.screens.tsx'
import { historyOnWeb } from '#features/history/history.screens.tsx'
import { homeOnWeb } from '#features/home/home.screens.tsx'
import { importsOnWeb } from '#features/imports/imports.screens.tsx'
import { features } from '#features/index.ts'
import { incomingOnWeb } from '#features/incoming/incoming.screens.tsx'
import { informativeOnWeb } from '#features/informative/informative.screens.tsx'
import { infrastructureOnWeb } from '#features/infrastructure/infrastructure.screens.tsx'
import { integrationsOnWeb } from '#features/integrations/integrations.screens.tsx'
import { jobsOnWeb } from '#features/jobs/exports.screens.tsx'
import { invoicesOnWeb } from '#features/invoices/invoices.screens.tsx'
import { linksOnWeb } from '#features/links/links.screens.tsx'
import { lookupsOnWeb } from '#features/lookups.screens.tsx'
import { mailsOnWeb } from '#features/mails/mails.screens.tsx'
import { maintenanceOnWeb } from '#features/maintenance/maintenance.screens.tsx'
import { metasOnWeb } from '#features/metas/metas.screens.tsx'
import { monthOnWeb } from '#features/month/month.screens.tsx'
import { noticesOnWeb } from '#features/notices/notices.screens.tsx'
import { obligationsOnWeb } from '#features/obligations/obligations.screens.tsx'
import { orderServicesOnWeb } from '#features/order-services/order-services.screens.tsx'
import { pagesOnWeb } from '#features/pages/pages.screens.tsx'
import { particularitiesOnWeb } from '#features/particularities/particularities.screens.tsx'
import { profilesOnWeb } from '#features/profiles/profiles.screens.tsx'
import { regularityOnWeb } from '#features/regularity/regularity.screens.tsx'
import { receiptsOnWeb } from '#features/receipts/receipts.screens.tsx'
import { semesterOnWeb } from '#features/semester/semester.screens.tsx'
import { drawOnWeb } from '#features/stations/draw/draw.screens.tsx'
import { kmlOnWeb } from '#features/stations/kml/kml.screens.tsx'
import { feesOnWeb } from '#features/stations/fees/fees.screens.tsx'
import { mapOnWeb } from '#features/stations/map/map.screens.tsx'
import { stationsOnWeb } from '#features/stations/stations.screens.tsx'
import { styleGuideOnWeb } from '#features/style-guide/style-guide.screens.tsx'
import { tasksOnWeb } from '#features/tasks/tasks.screens.tsx'
import { teamOnWeb } from '#features/team/team.screens.tsx'
import { ticketsOnWeb } from '#features/tickets/tickets.screens.tsx'
import { usersOnWeb } from '#features/users/users.screens.tsx'
import { questionsOnWeb } from '#features/questions/questions.screens.tsx'
import { screensOf } from '#web/screens/screens.ts'
import type { Screen } from '#web/route/screen.ts'

/** Every feature with something in the interface, a line each. A client's areas are in this order. */
const webFeatures: readonly WebFeature[] = [
  authOnWeb,
  homeOnWeb,
  fistelsOnWeb,
  collectsOnWeb,
  questionsOnWeb,
  monthOnWeb,
  receiptsOnWeb,
  stationsOnWeb,
  mapOnWeb,
  infrastructureOnWeb,
  drawOnWeb,
  kmlOnWeb,
  feesOnWeb,
  ticketsOnWeb,
  incomingOnWeb,
  billsOnWeb,
  orderServicesOnWeb,
  returnsOnWeb,
  invoicesOnWeb,
  clientsOnWeb(() => webFeatures.flatMap(({ areas = [] }) => areas)),
  regularityOnWeb,
  tasksOnWeb,
  semesterOnWeb,
  obligationsOnWeb,
  documentsOnWeb,
  informativeOnWeb,
  noticesOnWeb,
  particularitiesOnWeb,
  metasOnWeb,
  importsOnWeb,
  jobsOnWeb,
  integrationsOnWeb,
  mailsOnWeb,
  configurationsOnWeb,
  profilesOnWeb,
  usersOnWeb,
  teamOnWeb,
  lookupsOnWeb,
  pagesOnWeb,
  linksOnWeb,
  helpOnWeb,
  historyOnWeb,
  maintenanceOnWeb,
  styleGuideOnWeb,
]

const ownScreens: NonNullable<WebFeature['own']> = Object.fromEntries(
  webFeatures.flatMap(each => Object.entries(each.own ?? {})),
)

/** Every screen of the product, by address. */
export const screens: readonly Screen[] = [
  ...features.flatMap(feature => screensOf(feature, ownScreens[feature.path])),
  ...webFeatures.flatMap(each => each.screens ?? []),
]
