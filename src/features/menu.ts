import { bills } from '#features/billing/bills/bill/bills.ts'
import { lateCharges } from '#features/billing/bills/bill/late-charges.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { bankRemittances } from '#features/billing/bills/remittance/remitted.ts'
import { returnLines } from '#features/billing/bills/returns/returned.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { mappings } from '#features/regulatory/intake/mappings.ts'
import { configurations, moduleConfigurations } from '#features/platform/configurations/configurations.ts'
import { documents, documentTypes } from '#features/clients/documents/documents.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { informative } from '#features/support/informative/informative.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { linkCategories, links } from '#features/support/useful-links/links.ts'
import { categoryClients, informativeCategories, lookups, taxRegimes, ticketTypes } from '#features/lookups.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { pages } from '#features/support/pages/pages.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { tasks } from '#features/regulatory/tasks/tasks.ts'
import { ticketMacros } from '#features/support/tickets/ticket/macros.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { textModules, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { users } from '#features/people/users/users.ts'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'

/** What an entry says otherwise than its resource. */
interface Otherwise {
  readonly label?: string
  readonly permission?: string
  readonly staff?: true
}

/** The entry of a resource: its label is the plural, and users who may list it see it. */
const of = <const Icon extends string>(resource: AnyResource, icon: Icon, otherwise: Otherwise = {}) => ({
  id: resource.path,
  label: capital(resource.text.many),
  path: `/${resource.path}`,
  icon,
  permission: permission(resource, 'index'),
  ...otherwise,
})

/** Many choose from a list, few keep it: it shows to these. */
const catalogItem = (list: AnyResource) => of(list, 'tag', { permission: permission(list, 'update') })

/** Lists with a room of their own, after the plain one they belong with. */
const beside: ReadonlyMap<AnyResource, readonly AnyResource[]> = new Map<AnyResource, readonly AnyResource[]>([
  [informativeCategories, [linkCategories]],
  [categoryClients, [documentTypes]],
  [taxRegimes, [particularities]],
  [ticketTypes, [textModules, ticketTemplates, ticketMacros]],
])
const lists = lookups.flatMap(each => [each, ...(beside.get(each) ?? [])])

// The sidebar in reading order, by the rhythm of the work. A user sees an entry when they have its permission. `staff` entries
// are hidden from people outside the office, who reach the same data through their own work only.
export const menu = [
  {
    title: 'Operação',
    icon: 'checklist',
    items: [
      { id: 'home', label: 'Página inicial', path: '/', icon: 'home' },
      {
        id: 'collects-quadro',
        label: 'Quadro do mês',
        path: '/collects/quadro',
        icon: 'board',
        permission: 'collects.quadro',
      },
      of(collects, 'calendar'),
      {
        id: 'comprovantes',
        label: 'Comprovantes',
        path: '/comprovantes',
        icon: 'file',
        permission: 'receipts.bandeja',
      },
      of(collectNotes, 'flag'),
      {
        id: 'collects-semestre',
        label: 'Econômico do semestre',
        path: '/collects/semestre',
        icon: 'receipt',
        permission: 'collects.semestres',
      },
      {
        id: 'obrigacoes',
        label: 'Obrigações',
        path: '/obrigacoes',
        icon: 'calendar-due',
        permission: 'obligations.index',
      },
      {
        id: 'meu-dia',
        label: 'Meu dia',
        path: '/tarefas/meu-dia',
        icon: 'checklist',
        permission: 'tarefas.clientes.meu-dia',
        staff: true,
      },
      {
        id: 'tarefas-quadro',
        label: 'Quadro de tarefas',
        path: '/tarefas/quadro',
        icon: 'board',
        permission: 'tarefas.clientes.quadro',
        staff: true,
      },
      {
        id: 'regularidade',
        label: 'Regularidade',
        path: '/regularidade',
        icon: 'shield',
        permission: 'clients.quadro-regularidade',
        staff: true,
      },
      of(tasks, 'book'),
      of(tickets, 'messages'),
      of(incomingMails, 'mail', { label: 'Correio que chegou', staff: true }),
      { id: 'equipe', label: 'Equipe', path: '/equipe', icon: 'users', permission: 'people.carga' },
    ],
  },
  {
    title: 'Cadastros',
    icon: 'users',
    items: [
      of(clients, 'users'),
      of(prospects, 'user-plus'),
      of(empresas, 'building'),
      of(documents, 'file'),
      of(fistels, 'license'),
      of(mappings, 'import', { staff: true }),
    ],
  },
  {
    title: 'Rede',
    icon: 'antenna',
    items: [
      of(stations, 'antenna'),
      of(stationLinks, 'route'),
      {
        id: 'station-links-map',
        label: 'Mapa da rede',
        path: '/station-links-map',
        icon: 'map',
        permission: 'stations.map',
      },
      {
        id: 'infraestrutura',
        label: 'Infraestrutura anual',
        path: '/infraestrutura',
        icon: 'broadcast',
        permission: 'infrastructure-filings.quadro',
      },
    ],
  },
  {
    title: 'Financeiro',
    icon: 'receipt',
    items: [
      {
        id: 'recebimentos',
        label: 'Recebimentos',
        path: '/recebimentos',
        icon: 'receipt',
        permission: 'bills-to-receive.recebimentos',
        staff: true,
      },
      of(bills, 'receipt'),
      {
        id: 'fechar-faturamento',
        label: 'Fechar o faturamento',
        path: '/bills-to-receive/fechamento',
        icon: 'checklist',
        permission: 'bills-to-receive.fechamento',
        staff: true,
      },
      of(orderServices, 'checklist'),
      of(serviceInvoices, 'file'),
      of(billPayments, 'checklist', { staff: true }),
      of(checkingAccounts, 'bank'),
      {
        id: 'remessa-ao-banco',
        label: 'Remessa ao banco',
        path: '/remessa-ao-banco',
        icon: 'export',
        permission: permission(bankRemittances, 'esperam'),
        staff: true,
      },
      {
        id: 'retorno-do-banco',
        label: 'Retorno do banco',
        path: '/retorno-do-banco',
        icon: 'import',
        permission: 'bills-to-receive.retorno.previa',
        staff: true,
      },
      {
        id: 'dinheiro-sem-conta',
        label: 'Dinheiro sem conta',
        path: '/dinheiro-sem-conta',
        icon: 'tag',
        permission: permission(returnLines, 'esperam'),
        staff: true,
      },
    ],
  },
  {
    title: 'Comunicação',
    icon: 'news',
    items: [
      of(informative, 'news'),
      { id: 'paginas', label: 'Páginas', path: '/paginas', icon: 'book' },
      of(links, 'link'),
    ],
  },
  {
    title: 'Dados',
    icon: 'import',
    items: [
      of(imports, 'import'),
      of(exports, 'export'),
      {
        id: 'integracoes',
        label: 'Integrações',
        path: '/integracoes',
        icon: 'plug',
        permission: 'integrations.index',
        staff: true,
      },
      of(integrationQueues, 'plug', { label: 'Fila de integração', staff: true }),
      of(webhookEndpoints, 'plug', { staff: true }),
    ],
  },
  {
    title: 'Configurações',
    icon: 'settings',
    folded: true,
    items: [
      of(configurations, 'settings'),
      of(moduleConfigurations, 'settings'),
      of(users, 'user'),
      of(profiles, 'shield', { label: 'Permissões' }),
      { id: 'tokens', label: 'Tokens', path: '/tokens', icon: 'plug', permission: 'tokens.index', staff: true },
      { id: 'historico', label: 'Histórico', path: '/historico', icon: 'history', permission: 'historico.index' },
      of(mails, 'mail', { label: 'E-mails enviados' }),
      { id: 'sistema', label: 'Sistema', path: '/sistema', icon: 'heartbeat', permission: 'sistema.index' },
      { id: 'manutencao', label: 'Manutenção', path: '/manutencao', icon: 'settings', permission: 'manutencao.index' },
      of(pages, 'book', { label: 'Escrever páginas', permission: permission(pages, 'update') }),
      catalogItem(lateCharges),
      ...lists.map(catalogItem),
    ],
  },
] as const
