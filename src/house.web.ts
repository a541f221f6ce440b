import { authOnWeb } from '#features/people/auth/account.screens.tsx'
import { securityOnWeb } from '#features/people/factor/security.screens.tsx'
import { bulkOnWeb } from '#features/platform/bulk/bulk.screens.tsx'
import { billsOnWeb } from '#features/billing/bills/bills.screens.tsx'
import { remittancesOnWeb } from '#features/billing/bills/remittance/remittance.screens.tsx'
import { closingOnWeb } from '#features/billing/bills/closing/closing.screens.tsx'
import { returnsOnWeb } from '#features/billing/bills/returns/returns.screens.tsx'
import { clientsOnWeb } from '#features/clients/clients/clients.screens.tsx'
import { collectsOnWeb } from '#features/regulatory/collects/collects.screens.tsx'
import { configurationsOnWeb } from '#features/platform/configurations/configurations.screens.tsx'
import { draftsOnWeb } from '#features/people/drafts/drafts.screens.tsx'
import { documentsOnWeb } from '#features/clients/documents/documents.screens.tsx'
import type { WebFeature } from '#features/feature.web.ts'
import { fistelsOnWeb } from '#features/clients/fistels/fistels.screens.tsx'
import { helpOnWeb } from '#features/platform/help/help.screens.tsx'
import { historyOnWeb } from '#features/platform/history/history.screens.tsx'
import { homeOnWeb } from '#features/platform/home/home.screens.tsx'
import { importsOnWeb } from '#features/platform/imports/imports.screens.tsx'
import { features } from '#features/index.ts'
import { incomingOnWeb } from '#features/support/incoming-mail/incoming.screens.tsx'
import { informativeOnWeb } from '#features/support/informative/informative.screens.tsx'
import { infrastructureOnWeb } from '#features/regulatory/infrastructure/infrastructure.screens.tsx'
import { integrationsOnWeb } from '#features/platform/integrations/integrations.screens.tsx'
import { jobsOnWeb } from '#features/platform/exports/exports.screens.tsx'
import { invoicesOnWeb } from '#features/billing/invoices/invoices.screens.tsx'
import { linksOnWeb } from '#features/support/useful-links/links.screens.tsx'
import { lookupsOnWeb } from '#features/lookups.screens.tsx'
import { mailsOnWeb } from '#features/platform/mails/mails.screens.tsx'
import { maintenanceOnWeb } from '#features/platform/maintenance/maintenance.screens.tsx'
import { mergedNotice, mergesOnWeb } from '#features/clients/merges/merges.screens.tsx'
import { metasOnWeb } from '#features/clients/metas/metas.screens.tsx'
import { monthOnWeb } from '#features/regulatory/month/month.screens.tsx'
import { noticesOnWeb } from '#features/support/notices/notices.screens.tsx'
import { obligationsOnWeb } from '#features/regulatory/obligations/obligations.screens.tsx'
import { orderServicesOnWeb } from '#features/billing/order-services/order-services.screens.tsx'
import { pagesOnWeb } from '#features/support/pages/pages.screens.tsx'
import { particularitiesOnWeb } from '#features/clients/particularities/particularities.screens.tsx'
import { profilesOnWeb } from '#features/people/profiles/profiles.screens.tsx'
import { regularityOnWeb } from '#features/regulatory/regularity/regularity.screens.tsx'
import { receiptsOnWeb } from '#features/regulatory/receipts/receipts.screens.tsx'
import { semesterOnWeb } from '#features/regulatory/semester/semester.screens.tsx'
import { drawOnWeb } from '#features/network/stations/draw/draw.screens.tsx'
import { kmlOnWeb } from '#features/network/stations/kml/kml.screens.tsx'
import { feesOnWeb } from '#features/network/stations/fees/fees.screens.tsx'
import { mapOnWeb } from '#features/network/stations/map/map.screens.tsx'
import { stationsOnWeb } from '#features/network/stations/stations.screens.tsx'
import { styleGuideOnWeb } from '#features/platform/style-guide/style-guide.screens.tsx'
import { systemOnWeb } from '#features/platform/system/system.screens.tsx'
import { tasksOnWeb } from '#features/regulatory/tasks/tasks.screens.tsx'
import { teamOnWeb } from '#features/people/team/team.screens.tsx'
import { ticketsOnWeb } from '#features/support/tickets/tickets.screens.tsx'
import { tokensOnWeb } from '#features/people/tokens/tokens.screens.tsx'
import { usersOnWeb } from '#features/people/users/users.screens.tsx'
import { questionsOnWeb } from '#features/regulatory/questions/questions.screens.tsx'
import { webhooksOnWeb } from '#features/platform/webhooks/webhooks.screens.tsx'
import { screensOf } from '#web/screens/screens.ts'
import type { Screen } from '#web/route/screen.ts'

/** Every feature with something in the interface, a line each. A client's areas are in this order. */
const webFeatures: readonly WebFeature[] = [
  authOnWeb,
  securityOnWeb,
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
  closingOnWeb,
  orderServicesOnWeb,
  remittancesOnWeb,
  returnsOnWeb,
  invoicesOnWeb,
  clientsOnWeb(() => clientAreas(), mergedNotice),
  mergesOnWeb,
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
  bulkOnWeb,
  integrationsOnWeb,
  webhooksOnWeb,
  mailsOnWeb,
  configurationsOnWeb,
  profilesOnWeb,
  teamOnWeb,
  usersOnWeb(() => webFeatures.flatMap(({ areasOfPeople = [] }) => areasOfPeople)),
  draftsOnWeb,
  tokensOnWeb,
  lookupsOnWeb,
  pagesOnWeb,
  linksOnWeb,
  helpOnWeb,
  historyOnWeb,
  maintenanceOnWeb,
  systemOnWeb,
  styleGuideOnWeb,
]

/** What is shown beside a client. */
export const clientAreas = () => webFeatures.flatMap(({ areas = [] }) => areas)

const ownScreens: NonNullable<WebFeature['own']> = Object.fromEntries(
  webFeatures.flatMap(each => Object.entries(each.own ?? {})),
)

/** Every screen of the product, by address. */
export const screens: readonly Screen[] = [
  ...features.flatMap(feature => screensOf(feature, ownScreens[feature.path])),
  ...webFeatures.flatMap(each => each.screens ?? []),
]
