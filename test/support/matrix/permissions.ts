import type { AnyOperation } from '#server/operation.ts'
import type { Principal } from '../world.ts'
import { accessOf, type Role } from './cases.ts'

// These rules repeat those of the server in other words: the two must agree on every operation.

/** Lists that forms offer for a choice. */
const choiceLists = new Set([
  'attendance-types',
  'attendance-middles',
  'client-types',
  'technology-types',
  'product-types',
  'tax-regimes',
  'service-types',
  'cities',
  'module-tickets',
  'ticket-types',
  'informative-categories',
])
/** What people of a client do with a coleta. */
const coletaOfClients = new Set([
  'index',
  'show',
  'update',
  'preview',
  'upload',
  'file',
  'previous',
  'next',
  'compare',
  'conferencia',
  'reports',
  'formulario',
  'entregar',
  'entregar-sem-mudancas',
  'copiar-anterior',
  'desfazer',
  'rascunho',
])
const forAdministrators = [
  'users',
  'profiles',
  'configurations',
  'module-configurations',
  'historico',
  'mails',
  'manutencao',
  'sistema',
  // Staff fill in fields, and define none.
  'metas',
  'integration-meta',
  // Only an administrator hands over the work of others.
  'handovers',
  // What leaves the product by itself.
  'webhook-endpoints',
  // Whoever may make one for a system acts in another's name.
  'tokens',
]
/** Only a person responsible for others reads their workload, and writes their absences. */
const isForManagers = (path: string, verb: string) =>
  path === 'people' ? verb === 'carga' : path === 'absences' && !['index', 'show', 'historico', 'csv'].includes(verb)

/** The operations of each role; any other answers 403. */
export const may: Readonly<Record<Role, (path: string, verb: string) => boolean>> = {
  signedOut: () => false,
  restricted: () => false,
  withoutPermissions: () => false,
  client: (path, verb) =>
    (['clients', 'fistels', 'informative', 'stations', 'station-links', 'links-importantes', 'pages'].includes(path) &&
      ['index', 'show'].includes(verb)) ||
    (path === 'service-invoices' && ['index', 'show', 'pdf', 'xml'].includes(verb)) ||
    (path === 'notices' && ['index', 'csv', 'show'].includes(verb)) ||
    (path === 'links-importantes' && ['painel', 'abrir'].includes(verb)) ||
    (path === 'clients' &&
      ['fistels', 'documents', 'pending-documents', 'regularidade', 'order-services', 'acessos'].includes(verb)) ||
    (path === 'order-services' &&
      ['index', 'show', 'nota-fiscal-url', 'nota-fiscal', 'boleto-url', 'boleto'].includes(verb)) ||
    (path === 'bills-to-receive' && ['pagamento', 'boleto'].includes(verb)) ||
    (path === 'clients' && ['fistels', 'documents', 'pending-documents', 'regularidade', 'extrato'].includes(verb)) ||
    (path === 'documents' && ['index', 'show'].includes(verb)) ||
    (path === 'document-types' && verb === 'index') ||
    (path === 'internal-uploads' && ['get-file', 'get-files'].includes(verb)) ||
    (path === 'meta-uploads' && verb === 'show') ||
    (path === 'station-links' && verb === 'perfil') ||
    (path === 'stations' && ['client', 'middles', 'shared', 'service-type', 'map'].includes(verb)) ||
    (['tickets', 'ticket-messages'].includes(path) && ['index', 'show', 'store', 'anexar'].includes(verb)) ||
    (path === 'tickets' && ['abrir', 'reabrir', 'rascunho'].includes(verb)) ||
    (path === 'ticket-templates' && ['index', 'preencher'].includes(verb)) ||
    (['ticket-uploads', 'station-uploads'].includes(path) && ['index', 'show'].includes(verb)) ||
    (path === 'collects' && coletaOfClients.has(verb)) ||
    (path === 'mappings' && ['index', 'show', 'destroy'].includes(verb)) ||
    (path === 'obligations' && verb === 'index') ||
    (choiceLists.has(path) && verb === 'index'),
  staff: (path, verb) =>
    path === 'empresas'
      ? ['index', 'show'].includes(verb)
      : `${path}.${verb}` === 'users.upcoming-birthdays' ||
        (!forAdministrators.includes(path) &&
          !isForManagers(path, verb) &&
          !['dados-pessoais', 'anonimizar'].includes(verb)),
  frontDesk: (path, verb) =>
    may.client(path, verb) || (path === 'users' && !['dados-pessoais', 'anonimizar'].includes(verb)),
  admin: () => true,
}

/** What a user may do before choosing a password. */
const beforePassword = new Set(['users.me', 'users.me.update', 'inicializacao', 'logout'])
/** What only staff do with rows that people of clients may read. */
const forStaff = new Set(['clients.order-services.store', 'clients.order-services.previa'])

/** The status of a refusal that comes before the operation itself; undefined where the operation runs. */
export function refusalOf(operation: AnyOperation, who: Principal): number | undefined {
  const { role } = accessOf[who]
  if (operation.access === 'public') return undefined
  if (role === 'signedOut') return 401
  if (role === 'restricted' && !beforePassword.has(operation.id)) return 403
  const [path = '', verb = ''] = operation.id.split('.')
  const isAllowed = may[role](path, verb) && !(['client', 'frontDesk'].includes(role) && forStaff.has(operation.id))
  return operation.access === 'permission' && !isAllowed ? 403 : undefined
}
