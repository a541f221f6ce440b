import { bills } from '#features/billing/bills/bill/bills.ts'
import { lateCharges } from '#features/billing/bills/bill/late-charges.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { bankRemittances, remittanceOrders } from '#features/billing/bills/remittance/remitted.ts'
import { bankReturns, returnLines } from '#features/billing/bills/returns/returned.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { bulkActs } from '#features/platform/bulk/acts.ts'
import { cities } from '#features/network/cities/cities.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { clientObservations } from '#features/clients/clients/observations.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { collectFiles, collects } from '#features/regulatory/collects/coleta/collects.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { mappings } from '#features/regulatory/intake/mappings.ts'
import { monthOpenings } from '#features/regulatory/month/openings.ts'
import { configurations, moduleConfigurations } from '#features/platform/configurations/configurations.ts'
import { documents, documentTypes } from '#features/clients/documents/documents.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { infrastructureFiles, infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import { informative } from '#features/support/informative/informative.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { linkCategories, links } from '#features/support/useful-links/links.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { lookups, statuses } from '#features/lookups.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { pages, pageVersions } from '#features/support/pages/pages.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { receiptDrops, receipts } from '#features/regulatory/receipts/receipts.ts'
import { stationNotes } from '#features/network/stations/notes.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { taskSyncs } from '#features/regulatory/tasks/syncs.ts'
import { absences } from '#features/people/team/absences.ts'
import { handovers } from '#features/people/team/handovers.ts'
import { team } from '#features/people/team/team.ts'
import { tasks } from '#features/regulatory/tasks/tasks.ts'
import { ticketMacros } from '#features/support/tickets/ticket/macros.ts'
import { ticketSteps } from '#features/support/tickets/ticket/steps.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { textModules, ticketMessages, tickets, ticketUploads } from '#features/support/tickets/ticket/tickets.ts'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { notices } from '#parts/notice/notices.ts'
import { users } from '#features/people/users/users.ts'

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
  billClosings,
  checkingAccounts,
  bankRemittances,
  remittanceOrders,
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
  bulkActs,
  integrationQueues,
  webhookEndpoints,
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
export const tenancy = {
  company: 'empresas',
  holder: 'clients',
  members: 'clients_client_users',
  people: 'users',
} as const
