import { sql } from 'kysely'
import type { Audience } from '#kernel/access.ts'
import type { AnyOperation, Sql } from '#server/operation.ts'

/** Sections that daily work does not need: people, their rights and the office's own companies. */
const heldBack = [
  'users',
  'profiles',
  'configurations',
  'module-configurations',
  'test',
  'historico',
  'mails',
  'manutencao',
  'sistema',
  'metas',
  'integration-meta',
  'handovers',
  'webhook-endpoints',
  'tokens',
]
/** Workload and absences of the team: only its managers need these permissions. */
const heldBackAlone = new Set(
  ['people.carga', 'absences.enable', 'absences.disable', 'absences.encerrar'].concat(
    ['store', 'update', 'destroy', 'restaurar'].map(verb => `absences.${verb}`),
  ),
)
/** Of what daily work does not need, what everybody of the team reads. */
const forTheTeam = new Set(['users.upcoming-birthdays'])
/** Rights over personal data: only its controller needs them. */
const heldBackVerbs = ['dados-pessoais', 'anonimizar']
/** Screens without a route of their own behind them. */
const screensAlone = ['test.index']
/** Permissions of people of a client; they see only the clients they are linked to. */
const clientsOwn = new Set([
  'clients.index',
  'clients.show',
  'clients.fistels',
  'clients.documents',
  'clients.documents.store',
  'clients.pending-documents',
  'clients.regularidade',
  'clients.regularidade.pdf',
  'clients.extrato',
  'clients.extrato.pdf',
  'bills-to-receive.pagamento',
  'bills-to-receive.boleto',
  'documents.index',
  'documents.show',
  'document-types.index',
  'internal-uploads.get-files',
  'internal-uploads.get-file',
  'meta-uploads.show',
  'fistels.index',
  'fistels.show',
  'obligations.index',
  'informative.index',
  'informative.show',
  'informative-categories.index',
  'notices.index',
  'notices.csv',
  'notices.show',
  'tickets.index',
  'tickets.show',
  'tickets.store',
  'tickets.abrir',
  'tickets.reabrir',
  'tickets.rascunho',
  'tickets.rascunho.guardar',
  'ticket-templates.index',
  'ticket-templates.preencher',
  'ticket-messages.index',
  'ticket-messages.show',
  'ticket-messages.store',
  'ticket-messages.anexar',
  'ticket-uploads.index',
  'ticket-uploads.show',
  'stations.index',
  'stations.show',
  'stations.client',
  'stations.client.middle',
  'stations.middles',
  'stations.shared',
  'stations.shared.middle',
  'stations.shared.owner',
  'stations.shared.owner.middle',
  'stations.service-type',
  'station-uploads.index',
  'station-uploads.show',
  'stations.map',
  'stations.map.client',
  'station-links.index',
  'station-links.show',
  'station-links.perfil',
  'station-links.perfil.pdf',
  'links-importantes.index',
  'links-importantes.show',
  'links-importantes.painel',
  'links-importantes.abrir',
  'pages.index',
  'pages.show',
  'clients.order-services',
  'order-services.index',
  'order-services.show',
  'order-services.nota-fiscal-url',
  'order-services.nota-fiscal',
  'order-services.boleto-url',
  'order-services.boleto',
  'service-invoices.index',
  'service-invoices.show',
  'service-invoices.pdf',
  'service-invoices.xml',
])
const clientsCollects = [
  'collects.index',
  'collects.show',
  'collects.update',
  'collects.preview',
  'collects.upload',
  'collects.file',
  'collects.previous',
  'collects.next',
  'collects.compare',
  'collects.conferencia',
  'collects.reports',
  'collects.reports.pdf',
  'clients.acessos',
  'collects.formulario',
  'collects.entregar',
  'collects.entregar-sem-mudancas',
  'collects.copiar-anterior',
  'collects.desfazer',
  'mappings.index',
  'mappings.show',
  'mappings.destroy',
]

interface Seed {
  readonly name: string
  readonly slug: string
  readonly audience: Audience
  readonly is_admin: boolean
  readonly holds: (permission: string) => boolean
}
const seeds: readonly Seed[] = [
  { name: 'Administrador', slug: 'administrador', audience: 'equipe', is_admin: true, holds: () => true },
  {
    name: 'Colaborador',
    slug: 'colaborador',
    audience: 'equipe',
    is_admin: false,
    holds: permission => {
      const [path = '', verb = ''] = permission.split('.')
      return (
        (!heldBack.includes(path) || forTheTeam.has(permission)) &&
        !heldBackVerbs.includes(verb) &&
        !heldBackAlone.has(permission) &&
        (path !== 'empresas' || verb === 'index' || verb === 'show')
      )
    },
  },
  {
    name: 'Cliente',
    slug: 'cliente',
    audience: 'clientes',
    is_admin: false,
    holds: permission =>
      clientsOwn.has(permission) ||
      clientsCollects.includes(permission) ||
      (permission.endsWith('.index') && lookupsForCollects.has(permission)),
  },
]
export const seededSlugs: readonly string[] = seeds.map(({ slug }) => slug)
/** The lists a coleta's form chooses from. */
const lookupsForCollects = new Set(
  [
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
  ].map(path => `${path}.index`),
)

/**
 * Makes the three profiles, and gives each the permissions this release brings, once: what someone took from a profile
 * afterwards stays taken.
 */
export async function seedProfiles(db: Sql, operations: readonly AnyOperation[]) {
  const offered = [...operations.filter(each => each.access === 'permission').map(each => each.id), ...screensAlone]
  const { rows: fresh } = await sql<{ name: string }>`
    insert into permissions (name) select unnest(${offered}::text[]) on conflict do nothing returning name`.execute(db)
  for (const { name, slug, audience, is_admin, holds } of seeds) {
    await sql`
      insert into profiles (name, slug, audience, is_admin) values (${name}, ${slug}, ${audience}, ${is_admin})
      on conflict (slug) where deleted_at is null do nothing`.execute(db)
    const roles = fresh.map(each => each.name).filter(holds)
    await sql`
      insert into profiles_profile_roles (parent_id, position, role)
      select p.id, (select count(*) from profiles_profile_roles r where r.parent_id = p.id) + new.n, new.role
      from profiles p, unnest(${roles}::text[]) with ordinality new (role, n)
      where p.slug = ${slug} and p.deleted_at is null`.execute(db)
  }
}
