import { authOnServer } from '#features/auth/auth.server.ts'
import { holderOfLink, userById } from '#features/auth/authenticate.server.ts'
import { invitationLink, invite } from '#features/auth/invitations.server.ts'
import { endSessions } from '#features/auth/sessions.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { billsOnServer } from '#features/bills/bills.server.ts'
import { boletosOnServer } from '#features/bills/boleto/boleto.server.ts'
import { returnsOnServer } from '#features/bills/returns/returns.server.ts'
import { citiesOnServer } from '#features/cities/cities.server.ts'
import { clientsOnServer } from '#features/clients/clients.server.ts'
import { collectsOnServer } from '#features/collects/collects.server.ts'
import { writeForClient } from '#features/anatel/write.server.ts'
import { filingsOf, holdingsOf } from '#features/collects/holdings.server.ts'
import { configurationsOnServer } from '#features/configurations/configurations.server.ts'
import { demoOnServer } from '#features/demo/demo.server.ts'
import { documentsOnServer } from '#features/documents/documents.server.ts'
import { empresasOnServer } from '#features/empresas/empresas.server.ts'
import type { FileSection, ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { fistelsOnServer } from '#features/fistels/fistels.server.ts'
import { helpOnServer } from '#features/help/help.server.ts'
import { homeOnServer } from '#features/home/owed.server.ts'
import { historyOnServer } from '#features/history/history.server.ts'
import { integrationsOnServer } from '#features/integrations/integrations.server.ts'
import { intakeOnServer } from '#features/intake/mappings.server.ts'
import { incomingOnServer } from '#features/incoming/incoming.server.ts'
import { importsOnServer } from '#features/imports/imports.server.ts'
import { infrastructureOnServer } from '#features/infrastructure/infrastructure.server.ts'
import { networksOf } from '#features/infrastructure/network.server.ts'
import { informativeOnServer } from '#features/informative/informative.server.ts'
import { issuerFacts, takerFacts } from '#features/invoices/facts.server.ts'
import { invoicesOnServer } from '#features/invoices/invoices.server.ts'
import { danfsePdf } from '#features/invoices/outcome.server.ts'
import { jobsOnServer } from '#features/jobs/jobs.server.ts'
import { linksOnServer } from '#features/links/links.server.ts'
import { mailsOnServer } from '#features/mails/mails.server.ts'
import { maintenanceOnServer } from '#features/maintenance/maintenance.server.ts'
import { metasOnServer } from '#features/metas/metas.server.ts'
import { monthOnServer } from '#features/month/month.server.ts'
import { noticesOnServer } from '#features/notices/notices.server.ts'
import { obligationsOnServer } from '#features/obligations/obligations.server.ts'
import { orderServicesOnServer } from '#features/order-services/order-services.server.ts'
import { pagesOnServer } from '#features/pages/pages.server.ts'
import { particularitiesOnServer } from '#features/particularities/particularities.server.ts'
import { privacyOnServer } from '#features/privacy/privacy.server.ts'
import { questionsOnServer } from '#features/questions/ask.server.ts'
import { profilesOnServer } from '#features/profiles/profiles.server.ts'
import { dutyRefusalsOf } from '#features/receipts/refused-duties.server.ts'
import { receiptsOnServer } from '#features/receipts/receipts.server.ts'
import { regularityOnServer } from '#features/regularity/regularity.server.ts'
import { registryOnServer } from '#features/registry/registry.server.ts'
import { semesterOnServer } from '#features/semester/semester.server.ts'
import { drawOnServer } from '#features/stations/draw/draw.server.ts'
import { kmlOnServer } from '#features/stations/kml/kml.server.ts'
import { feesOnServer } from '#features/stations/fees/fees.server.ts'
import { mapOnServer } from '#features/stations/map/map.server.ts'
import { stationsOnServer } from '#features/stations/stations.server.ts'
import { statusesOnServer } from '#features/statuses.server.ts'
import { taskEvents } from '#features/tasks/feed.server.ts'
import { tasksOnServer } from '#features/tasks/tasks.server.ts'
import { teamOnServer } from '#features/team/team.server.ts'
import { ticketsOnServer } from '#features/tickets/tickets.server.ts'
import { uploadsOnServer } from '#features/uploads/uploads.server.ts'
import { usersOnServer } from '#features/users/users.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import type { DigestPart } from '#parts/notice/digest.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { workloadInWords, type OfficeDuty } from '#parts/person/burden.server.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Config } from '#server/config.ts'
import { crud } from '#server/crud.ts'
import type { House, Keeper } from '#server/house.ts'
import type { AnyOperation } from '#server/operation.ts'

/** What some features need from the server. What is composed of all features is a function, to be called once they exist. */
interface Needs extends Auth {
  readonly config: Config
  readonly catalog: () => Catalog
  readonly operations: () => readonly AnyOperation[]
  readonly files: () => readonly FileSection[]
  readonly burdens: () => readonly OfficeDuty[]
  readonly noticeKinds: () => readonly NoticeKind[]
  readonly houses: () => readonly Integration[]
  readonly digests: () => readonly DigestPart[]
  readonly keeper: () => Keeper
  readonly house: () => House
}

/** Every feature with something on the server, a line each. Permissions are offered in the order of the routes. */
export const featuresOnServer = (house: Needs): readonly ServerFeature[] => [
  authOnServer(house, house.config),
  usersOnServer({
    passwords: house.passwords,
    endSessions: (db, id) => endSessions(db, id, 'administrator', house.now()),
    invite: (ctx, person) => invite(ctx, person),
    invitationLink: (ctx, id) => invitationLink(ctx, id, house.now()),
    holds: (ctx, id) => workloadInWords(ctx.sql, house.burdens(), id),
  }),
  clientsOnServer(house.now, userById),
  homeOnServer,
  teamOnServer(house),
  registryOnServer,
  citiesOnServer,
  statusesOnServer,
  collectsOnServer,
  questionsOnServer,
  monthOnServer,
  fistelsOnServer,
  empresasOnServer,
  ticketsOnServer,
  incomingOnServer(house.house),
  stationsOnServer,
  mapOnServer,
  infrastructureOnServer({ holdingsOf, filingsOf }),
  drawOnServer,
  kmlOnServer,
  feesOnServer,
  configurationsOnServer,
  billsOnServer,
  orderServicesOnServer,
  invoicesOnServer,
  boletosOnServer,
  returnsOnServer,
  informativeOnServer(house),
  noticesOnServer(house),
  linksOnServer,
  helpOnServer,
  documentsOnServer,
  tasksOnServer(house.catalog),
  obligationsOnServer({
    holdingsOf,
    filingsOf,
    holderOf: holderOfLink,
    ownEvents: taskEvents(house.catalog),
    dutyRefusalsOf,
  }),
  regularityOnServer({ holdingsOf, filingsOf }),
  receiptsOnServer,
  uploadsOnServer(house.files),
  intakeOnServer,
  importsOnServer,
  profilesOnServer(house.operations),
  particularitiesOnServer,
  metasOnServer,
  pagesOnServer,
  jobsOnServer,
  integrationsOnServer(house.houses),
  mailsOnServer,
  // What every section answers.
  { operations: () => features.flatMap(feature => crud(house.catalog(), feature)) },
  historyOnServer(house.catalog),
  semesterOnServer,
  privacyOnServer,
  maintenanceOnServer(house.keeper),
  demoOnServer(house, {
    write: writeForClient,
    networksOf,
    notes: { issuerFacts, takerFacts, draw: danfsePdf },
  }),
]
