import { authOnServer } from '#features/people/auth/auth.server.ts'
import { holderOfLink, userById } from '#features/people/auth/authenticate.server.ts'
import { invitationLink, invite } from '#features/people/auth/invitations.server.ts'
import { endSessions, livesOf, signInsOf } from '#features/people/auth/sessions.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { factorsOnServer } from '#features/people/factor/factor.server.ts'
import { resetFactors } from '#features/people/factor/reset.server.ts'
import { bulkOnServer } from '#features/platform/bulk/bulk.server.ts'
import { billsOnServer } from '#features/billing/bills/bills.server.ts'
import { boletosOnServer } from '#features/billing/bills/boleto/boleto.server.ts'
import { registrationOnServer } from '#features/billing/bills/registration/registration.server.ts'
import { remittancesOnServer } from '#features/billing/bills/remittance/remittance.server.ts'
import { returnsOnServer } from '#features/billing/bills/returns/returns.server.ts'
import { changesOnServer } from '#features/platform/changes/changes.server.ts'
import { citiesOnServer } from '#features/network/cities/cities.server.ts'
import { clientsOnServer } from '#features/clients/clients/clients.server.ts'
import { collectsOnServer } from '#features/regulatory/collects/collects.server.ts'
import { writeForClient } from '#features/regulatory/anatel/write.server.ts'
import { filingsOf, holdingsOf, stepsOf } from '#features/regulatory/collects/holdings.server.ts'
import { configurationsOnServer } from '#features/platform/configurations/configurations.server.ts'
import { demoOnServer } from '#features/platform/demo/demo.server.ts'
import { documentsOnServer } from '#features/clients/documents/documents.server.ts'
import { draftsOnServer } from '#features/people/drafts/drafts.server.ts'
import { empresasOnServer } from '#features/people/empresas/empresas.server.ts'
import type { FileSection, ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { fistelsOnServer } from '#features/clients/fistels/fistels.server.ts'
import { helpOnServer } from '#features/platform/help/help.server.ts'
import { homeOnServer } from '#features/platform/home/owed.server.ts'
import { historyOnServer } from '#features/platform/history/history.server.ts'
import { integrationsOnServer } from '#features/platform/integrations/integrations.server.ts'
import { intakeOnServer } from '#features/regulatory/intake/mappings.server.ts'
import { incomingOnServer } from '#features/support/incoming-mail/incoming.server.ts'
import { importsOnServer } from '#features/platform/imports/imports.server.ts'
import { infrastructureOnServer } from '#features/regulatory/infrastructure/infrastructure.server.ts'
import { networksOf } from '#features/regulatory/infrastructure/network.server.ts'
import { informativeOnServer } from '#features/support/informative/informative.server.ts'
import { issuerFacts, takerFacts } from '#features/billing/invoices/facts.server.ts'
import { closingOnServer } from '#features/billing/bills/closing/closing.server.ts'
import { invoicesOnServer } from '#features/billing/invoices/invoices.server.ts'
import { danfsePdf } from '#features/billing/invoices/outcome.server.ts'
import { jobsOnServer } from '#features/platform/exports/jobs.server.ts'
import { linksOnServer } from '#features/support/useful-links/links.server.ts'
import { listsOnServer } from '#features/people/lists/lists.server.ts'
import { mailsOnServer } from '#features/platform/mails/mails.server.ts'
import { maintenanceOnServer } from '#features/platform/maintenance/maintenance.server.ts'
import { mergesOnServer } from '#features/clients/merges/merges.server.ts'
import { refuseMergedRevival } from '#features/clients/merges/undo.server.ts'
import { metasOnServer } from '#features/clients/metas/metas.server.ts'
import { monthOnServer } from '#features/regulatory/month/month.server.ts'
import { noticesOnServer } from '#features/support/notices/notices.server.ts'
import { obligationsOnServer } from '#features/regulatory/obligations/obligations.server.ts'
import { orderServicesOnServer } from '#features/billing/order-services/order-services.server.ts'
import { paletteOnServer } from '#features/platform/palette/palette.server.ts'
import { pagesOnServer } from '#features/support/pages/pages.server.ts'
import { particularitiesOnServer } from '#features/clients/particularities/particularities.server.ts'
import { privacyOnServer } from '#features/clients/privacy/privacy.server.ts'
import { questionsOnServer } from '#features/regulatory/questions/ask.server.ts'
import { profilesOnServer } from '#features/people/profiles/profiles.server.ts'
import { dutyRefusalsOf } from '#features/regulatory/receipts/refused-duties.server.ts'
import { receiptsOnServer } from '#features/regulatory/receipts/receipts.server.ts'
import { regularityOnServer } from '#features/regulatory/regularity/regularity.server.ts'
import { registryOnServer } from '#features/clients/registry/registry.server.ts'
import { semesterOnServer } from '#features/regulatory/semester/semester.server.ts'
import { drawOnServer } from '#features/network/stations/draw/draw.server.ts'
import { kmlOnServer } from '#features/network/stations/kml/kml.server.ts'
import { feesOnServer } from '#features/network/stations/fees/fees.server.ts'
import { mapOnServer } from '#features/network/stations/map/map.server.ts'
import { stationsOnServer } from '#features/network/stations/stations.server.ts'
import { statusesOnServer } from '#features/statuses.server.ts'
import { systemOnServer } from '#features/platform/system/system.server.ts'
import { taskEvents } from '#features/regulatory/tasks/feed.server.ts'
import { tasksOnServer } from '#features/regulatory/tasks/tasks.server.ts'
import { teamOnServer } from '#features/people/team/team.server.ts'
import { ticketsOnServer } from '#features/support/tickets/tickets.server.ts'
import { tokensOnServer } from '#features/people/tokens/tokens.server.ts'
import { uploadsOnServer } from '#features/platform/uploads/uploads.server.ts'
import { usersOnServer } from '#features/people/users/users.server.ts'
import { webhooksOnServer } from '#features/platform/webhooks/webhooks.server.ts'
import type { DraftForm } from '#parts/draft/forms.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import type { DigestPart } from '#parts/notice/digest.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { workloadInWords, type OfficeDuty } from '#parts/person/burden.server.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Config } from '#server/config.ts'
import { crud } from '#server/crud.ts'
import type { HealthCheck } from '#server/health.ts'
import type { House, Keeper } from '#server/house.ts'
import type { AnyWork } from '#server/jobs/work.ts'
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
  readonly drafts: () => readonly DraftForm[]
  readonly keeper: () => Keeper
  readonly works: () => readonly AnyWork[]
  readonly checks: () => readonly HealthCheck[]
  readonly house: () => House
}

/** Every feature with something on the server, a line each. Permissions are offered in the order of the routes. */
export const featuresOnServer = (house: Needs): readonly ServerFeature[] => [
  authOnServer(house, house.config),
  factorsOnServer(house),
  usersOnServer({
    passwords: house.passwords,
    endSessions: (db, id) => endSessions(db, id, 'administrator', house.now()),
    invite: (ctx, person) => invite(ctx, person),
    invitationLink: (ctx, id) => invitationLink(ctx, id, house.now()),
    signInsOf: (db, id) => signInsOf(db, id, house.now(), livesOf(house.config)),
    resetFactors: (ctx, person) => resetFactors(ctx, person, house.now()),
    holds: (ctx, id) => workloadInWords(ctx.sql, house.burdens(), id),
  }),
  clientsOnServer(house.now, userById, refuseMergedRevival),
  mergesOnServer,
  homeOnServer,
  teamOnServer(house),
  tokensOnServer(house),
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
  registrationOnServer,
  remittancesOnServer,
  closingOnServer(house.config),
  returnsOnServer,
  informativeOnServer(house),
  noticesOnServer(house),
  linksOnServer,
  listsOnServer,
  draftsOnServer({ catalog: house.catalog, forms: house.drafts }),
  helpOnServer,
  paletteOnServer(house.catalog),
  documentsOnServer,
  tasksOnServer(house.catalog),
  obligationsOnServer({
    holdingsOf,
    filingsOf,
    stepsOf,
    holderOf: holderOfLink,
    ownEvents: taskEvents(house.catalog),
    dutyRefusalsOf,
  }),
  regularityOnServer({ holdingsOf, filingsOf, stepsOf }),
  receiptsOnServer,
  uploadsOnServer(house.files),
  intakeOnServer,
  importsOnServer,
  profilesOnServer(house.operations),
  particularitiesOnServer,
  metasOnServer,
  pagesOnServer,
  jobsOnServer,
  bulkOnServer,
  changesOnServer(house.catalog),
  integrationsOnServer(house.houses),
  webhooksOnServer(house.house, house.now),
  mailsOnServer,
  // What every section answers.
  { operations: () => features.flatMap(feature => crud(house.catalog(), feature)) },
  historyOnServer(house.catalog),
  semesterOnServer,
  privacyOnServer,
  maintenanceOnServer(house.keeper),
  systemOnServer(house),
  demoOnServer(house, {
    write: writeForClient,
    networksOf,
    notes: { issuerFacts, takerFacts, draw: danfsePdf },
  }),
]
