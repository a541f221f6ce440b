import { choice, integer, longtext, metas, text } from '#kernel/field.ts'
import { lookup, type AnyResource } from '#kernel/resource.ts'

/** What the regulator's files write for a row of the lookup (Anatel, Coletas: layout of Acessos - SCM). */
const token = { term: text('Sigla na coleta', { max: 30, format: 'tag', hint: 'Como a Anatel escreve no arquivo' }) }

// Every plain lookup of the product, a line each. One that grows behaviour moves to a folder of its own.
export const attendanceTypes = lookup(
  'attendance-types',
  { one: 'tipo de atendimento', many: 'tipos de atendimento', gender: 'm' },
  token,
)
export const attendanceMiddles = lookup(
  'attendance-middles',
  { one: 'meio de atendimento', many: 'meios de atendimento', gender: 'm' },
  token,
)
export const clientTypes = lookup(
  'client-types',
  { one: 'tipo de cliente', many: 'tipos de cliente', gender: 'm' },
  token,
)
export const technologyTypes = lookup(
  'technology-types',
  { one: 'tipo de tecnologia', many: 'tipos de tecnologia', gender: 'm' },
  token,
)
export const productTypes = lookup(
  'product-types',
  { one: 'tipo de produto', many: 'tipos de produto', gender: 'm' },
  token,
)
export const serviceTypes = lookup(
  'service-types',
  { one: 'tipo de serviço', many: 'tipos de serviço', gender: 'm' },
  { initial: text('Sigla', { max: 10 }), term: text('Código Anatel', { max: 3, hint: 'Três dígitos, como 045' }) },
)
export const taxRegimes = lookup('tax-regimes', { one: 'regime tributário', many: 'regimes tributários', gender: 'm' })
export const ticketTypes = lookup(
  'ticket-types',
  { one: 'tipo de chamado', many: 'tipos de chamado', gender: 'm' },
  {
    reply_hours: integer('Responder em (horas úteis)', {
      min: 1,
      max: 999,
      internal: true,
      hint: 'Em branco, valem as horas do módulo',
    }),
  },
)
/** Teams of the office that receive tickets: 'Regulatório', 'Financeiro'. */
export const ticketTeams = lookup('ticket-teams', {
  one: 'equipe de chamados',
  many: 'equipes de chamados',
  gender: 'f',
})
export const moduleTickets = lookup('module-tickets', {
  one: 'módulo de chamado',
  many: 'módulos de chamado',
  gender: 'm',
})
export const financeTypes = lookup('finance-types', { one: 'tipo financeiro', many: 'tipos financeiros', gender: 'm' })
export const stationLinkTypes = lookup('station-link-types', {
  one: 'tipo de enlace',
  many: 'tipos de enlace',
  gender: 'm',
})
export const addressTypes = lookup('address-types', { one: 'tipo de endereço', many: 'tipos de endereço', gender: 'm' })
export const consultancyTypes = lookup('consultancy-types', {
  one: 'tipo de consultoria',
  many: 'tipos de consultoria',
  gender: 'm',
})
export const categoryClients = lookup('category-clients', {
  one: 'categoria de cliente',
  many: 'categorias de cliente',
  gender: 'f',
})
export const tags = lookup(
  'tags',
  { one: 'etiqueta', many: 'etiquetas', gender: 'f' },
  {
    color: choice({ neutro: 'Cinza', info: 'Azul', ok: 'Verde', atencao: 'Amarelo', erro: 'Vermelho' }, 'Cor', {
      required: true,
      default: 'neutro',
    }),
  },
)
export const informativeCategories = lookup('informative-categories', {
  one: 'categoria de informativo',
  many: 'categorias de informativo',
  gender: 'f',
})
export const clientSystems = lookup(
  'client-systems',
  { one: 'sistema do cliente', many: 'sistemas do cliente', gender: 'm' },
  { site: text('Site', { format: 'url' }) },
)
export const plans = lookup(
  'plans',
  { one: 'plano', many: 'planos', gender: 'm' },
  {
    description: longtext('Descrição', { max: 2_000 }),
    metas_only_father: metas('Campos próprios', { internal: true }),
  },
)
/** Statuses serve six models; the API lists them by `model`, and only the code creates them. */
export const statuses = {
  ...lookup(
    'statuses',
    { one: 'status', many: 'status', gender: 'm' },
    {
      model: choice(
        {
          Station: 'Estação',
          StationLink: 'Enlace',
          StationLinkProperty: 'Propriedade de enlace',
          StationLinkPropertyConnection: 'Conexão de enlace',
          Client: 'Cliente',
          Collect: 'Coleta',
          Ticket: 'Chamado',
        },
        'Modelo',
        { required: true },
      ),
    },
  ),
  verbs: [],
} satisfies AnyResource

/** In the order the sidebar shows them. */
export const lookups = [
  informativeCategories,
  addressTypes,
  categoryClients,
  clientTypes,
  clientSystems,
  consultancyTypes,
  tags,
  plans,
  taxRegimes,
  serviceTypes,
  technologyTypes,
  productTypes,
  attendanceTypes,
  attendanceMiddles,
  stationLinkTypes,
  moduleTickets,
  ticketTypes,
  ticketTeams,
  financeTypes,
] as const
