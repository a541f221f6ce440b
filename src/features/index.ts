import { bills } from '#features/bills/bill/bills.ts'
import { lateCharges } from '#features/bills/bill/late-charges.ts'
import { billPayments } from '#features/bills/payments/payments.ts'
import { bankReturns, returnLines } from '#features/bills/returns/returned.ts'
import { checkingAccounts } from '#features/bills/slip/accounts.ts'
import { cities } from '#features/cities/cities.ts'
import { clients } from '#features/clients/clients.ts'
import { clientObservations } from '#features/clients/observations.ts'
import { prospects } from '#features/clients/prospects.ts'
import { collectFiles, collects } from '#features/collects/coleta/collects.ts'
import { collectNotes } from '#features/collects/notes/notes.ts'
import { mappings } from '#features/intake/mappings.ts'
import { monthOpenings } from '#features/month/openings.ts'
import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import { documents, documentTypes } from '#features/documents/documents.ts'
import { empresas } from '#features/empresas/empresas.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { incomingMails } from '#features/incoming/incoming.ts'
import { imports } from '#features/imports/section/imports.ts'
import { infrastructureFiles, infrastructureFilings } from '#features/infrastructure/filings.ts'
import { informative } from '#features/informative/informative.ts'
import { exports } from '#features/jobs/jobs.ts'
import { linkCategories, links } from '#features/links/links.ts'
import { mails } from '#features/mails/mails.ts'
import { serviceInvoices } from '#features/invoices/invoices.ts'
import { lookups, statuses } from '#features/lookups.ts'
import { obligations } from '#features/obligations/obligations.ts'
import { orderServices } from '#features/order-services/orders.ts'
import { pages, pageVersions } from '#features/pages/pages.ts'
import { particularities } from '#features/particularities/particularities.ts'
import { profiles } from '#features/profiles/profiles.ts'
import { receiptDrops, receipts } from '#features/receipts/receipts.ts'
import { stationNotes } from '#features/stations/notes.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/stations/stations.ts'
import { stationUploads } from '#features/stations/uploads.ts'
import { clientTasks } from '#features/tasks/client-tasks.ts'
import { taskSyncs } from '#features/tasks/syncs.ts'
import { absences } from '#features/team/absences.ts'
import { handovers } from '#features/team/handovers.ts'
import { team } from '#features/team/team.ts'
import { tasks } from '#features/tasks/tasks.ts'
import { ticketMacros } from '#features/tickets/macros.ts'
import { ticketSteps } from '#features/tickets/steps.ts'
import { ticketTemplates } from '#features/tickets/templates.ts'
import { textModules, ticketMessages, tickets, ticketUploads } from '#features/tickets/tickets.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { notices } from '#parts/notice/notices.ts'
import { users } from '#features/users/users.ts'

/** Every resource of the product, in the order people think of them. */
export const features = [
  clients,
  clientObservations,
  prospects,
  documents,
  documentTypes,
  empresas,
  fistels,
  collects,
  collectFiles,
  collectNotes,
  receiptDrops,
  receipts,
  mappings,
  obligations,
  tasks,
  clientTasks,
  taskSyncs,
  tickets,
  ticketMessages,
  ticketUploads,
  ticketSteps,
  incomingMails,
  textModules,
  ticketTemplates,
  ticketMacros,
  stations,
  stationNotes,
  stationUploads,
  stationLinks,
  stationLinkProperties,
  stationLinkPropertyConnections,
  infrastructureFilings,
  infrastructureFiles,
  bills,
  billPayments,
  lateCharges,
  orderServices,
  serviceInvoices,
  checkingAccounts,
  bankReturns,
  returnLines,
  informative,
  notices,
  links,
  linkCategories,
  pages,
  pageVersions,
  imports,
  monthOpenings,
  exports,
  integrationQueues,
  mails,
  configurations,
  moduleConfigurations,
  users,
  team,
  absences,
  handovers,
  profiles,
  cities,
  statuses,
  particularities,
  ...lookups,
] as const

/** Rows belong to companies; people of a client see what hangs on the clients they are linked to. */
export const tenancy = { company: 'empresas', holder: 'clients', members: 'clients_client_users' } as const
