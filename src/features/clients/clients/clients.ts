import { date, decimal, flag, integer, longtext, lineList, metas, money, ref, text, words } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { address } from '#parts/address/address.ts'
import { mail } from '#parts/mail/mail.ts'
import { responsible } from '#parts/person/person.ts'
import { phone } from '#parts/phone/phone.ts'

const clientUser = { user: ref('users', 'Usuário', { required: true, told: true }) }

/** What is known of a provider, client or not yet. */
export const providerFields = {
  name: text('Razão social', { required: true, max: 160 }),
  fantasy_name: text('Nome fantasia', { max: 160 }),
  document: text('CPF ou CNPJ', { required: true, format: 'document', personal: true }),
  inscricao_estadual: text('Inscrição estadual', { max: 20 }),
  email: text('E-mail', { format: 'email', personal: true }),
  phone_name: text('Contato', { max: 80, personal: true }),
  phone: text('Telefone', { format: 'phone', personal: true }),
  opening_data: date('Data de abertura', { past: true }),
  capital_social: money('Capital social (R$)', { min: 0 }),
  tax_regime: ref('tax-regimes', 'Regime tributário'),
  category_client: ref('category-clients', 'Categoria'),
  client_system: ref('client-systems', 'Sistema'),
  plan: ref('plans', 'Plano'),
  empresa_responsavel: ref('empresas', 'Empresa responsável'),
  addresses: lineList(address, 'Endereços', { max: 50, one: 'endereço' }),
  phones: lineList(phone, 'Telefones', { max: 50, one: 'telefone' }),
  mails: lineList(mail, 'E-mails', { max: 50, one: 'e-mail' }),
  external_observation: longtext('Observação para o cliente'),
  internal_observation: longtext('Observação interna', { internal: true }),
}
/** Its sections, in the order a conversation fills them. */
export const providerForm = [
  {
    title: 'Identificação',
    fields: ['name', 'fantasy_name', 'document', 'inscricao_estadual', 'opening_data', 'capital_social'],
  },
  { title: 'Contato', fields: ['phone_name', 'phone', 'email'] },
  { title: 'Consultoria', fields: ['empresa_responsavel', 'plan', 'category_client', 'tax_regime', 'client_system'] },
  { title: 'Endereços', fields: ['addresses'] },
  { title: 'Outros contatos', fields: ['phones', 'mails'] },
  { title: 'Observações', fields: ['external_observation', 'internal_observation'] },
] as const

const house = { internal: true } as const
const standing = {
  responsible: responsible('Responsável', 'Quem da casa cuida do cliente; as coletas dele são da mesma pessoa'),
  status: ref('statuses', 'Situação', { ...house, among: { model: 'Client' }, tones: { Ativo: 'ok' } }),
  /** Papers missing or past, or bills overdue. */
  have_pendencies: flag('Com pendências', { ...house, writable: false, derived: true }),
  /** Which, in a line: 'Procuração (venceu em 12/11/2026); CNPJ (falta)'. */
  pendency_names: text('Pendências', { ...house, writable: false, derived: true }),
  /** Until the contract ends; negative once it has. */
  remaining_days: integer('Contrato', {
    ...house,
    hint: 'Dias até o fim do contrato',
    writable: false,
    derived: true,
  }),
  /** Its tags in a line, for lists. */
  tag_names: text('Etiquetas', { ...house, writable: false, derived: true }),
  /** Its CNPJ is the head office's: the order in it is 0001. */
  matriz: flag('Matriz', { writable: false, derived: true }),
  have_stations_shared: flag('Com estações compartilhadas', { writable: false, derived: true }),
}
const contract = {
  contract_value: money('Mensalidade (R$)', { ...house, min: 0 }),
  custom_contract_service_name: text('Serviço contratado', { ...house, max: 160 }),
  contract_due_date: date('Fim do contrato', house),
  contract_month: integer('Mês do reajuste', { ...house, min: 1, max: 12 }),
  contract_billing_day: integer('Dia da cobrança', { ...house, min: 1, max: 31 }),
  extra_services: lineList(
    { name: text('Serviço', { required: true, max: 160 }), value: money('Valor (R$)', { min: 0 }) },
    'Serviços extras',
    { max: 50, internal: true, one: 'serviço' },
  ),
}
const relationship = {
  crm_name: text('Nome no CRM', { ...house, max: 160 }),
  crm_phone: text('Telefone no CRM', { ...house, format: 'phone', personal: true }),
  crm_email: text('E-mail no CRM', { ...house, format: 'email', personal: true }),
  client_external_management_id: text('Código na gestão externa', { ...house, max: 60 }),
  client_external_management: text('Gestão externa', {
    ...house,
    max: 120,
    hint: 'O sistema em que o cliente tem este código',
  }),
  tags: lineList({ tag: ref('tags', 'Etiqueta', { required: true }) }, 'Etiquetas', {
    max: 30,
    internal: true,
    one: 'etiqueta',
  }),
  validated: flag('Cadastro conferido', house),
}
const regulatory = {
  client_type: ref('client-types', 'Tipo de cliente'),
  anatel_register_id: text('Cadastro na Anatel', { max: 60 }),
  monthly_report_id: text('Código da coleta mensal', { max: 60 }),
  consultancy_type: ref('consultancy-types', 'Tipo de consultoria', house),
  registered_advice: text('Conselho de classe', { max: 80, hint: 'CREA ou CFT, com o número do registro' }),
  station_045: flag('Tem estação do SCM (045)'),
  other_anatel_debts: flag('Tem outros débitos na Anatel', house),
  variation_percent: decimal('Variação que pede atenção (%)', {
    ...house,
    hint: 'Das coletas, de um mês para outro; vazio, vale a da casa',
    min: 1,
    max: 999.99,
  }),
  client_partners: lineList(
    {
      name: text('Nome', { required: true, max: 160, personal: true }),
      // The registry gives a person's document with its ends hidden.
      document: text('CPF ou CNPJ', { max: 18, personal: true }),
      slug: text('Identificador', { writable: false, derived: true }),
      categories: words('Qualificações', { max: 80 }),
      since: date('Desde'),
      /** Where else of the same company's clients the same person is a partner. */
      clients: lineList({ client: ref('clients', 'Cliente', { required: true }) }, 'Sócio também de', {
        writable: false,
        internal: true,
        mirrored: true,
      }),
    },
    'Sócios',
    { max: 100, one: 'sócio' },
  ),
  activities: lineList(
    {
      code: text('CNAE', { required: true, max: 7 }),
      name: text('Atividade', { required: true, max: 200 }),
      main: flag('Principal'),
    },
    'Atividades',
    { max: 100, one: 'atividade' },
  ),
  state_registrations: lineList(
    { state: text('UF', { required: true, format: 'uf' }), number: text('Inscrição', { required: true, max: 20 }) },
    'Inscrições estaduais',
    { max: 27, one: 'inscrição' },
  ),
}

const peculiar = {
  particularities: lineList(
    { particularity: ref('particularities', 'Particularidade', { required: true }) },
    'Particularidades',
    {
      max: 50,
      internal: true,
      one: 'particularidade',
    },
  ),
  metas_only_father: metas('Campos próprios', { internal: true }),
}

/** The providers the consultancy works for. */
export const clients = resource({
  path: 'clients',
  text: { one: 'cliente', many: 'clientes', gender: 'm' },
  fields: {
    ...providerFields,
    ...standing,
    ...contract,
    ...relationship,
    ...regulatory,
    ...peculiar,
    fistels: lineList(
      {
        fistel: text('Fistel', { required: true, format: 'fistel' }),
        service_type: ref('service-types', 'Tipo de serviço', { required: true }),
        show_for_client: flag('Visível para o cliente'),
        active_anatel: flag('Ativo na Anatel'),
      },
      'Fistéis',
      { writable: false, mirrored: true },
    ),
    client_users: lineList(clientUser, 'Usuários do cliente', { max: 100, internal: true, one: 'usuário' }),
  },
  list: {
    columns: ['name', 'document', 'status', 'pendency_names', 'remaining_days', 'tag_names'],
    sort: 'name',
    orders: [
      'created_at',
      'fantasy_name',
      'document',
      'remaining_days',
      'contract_due_date',
      'contract_value',
      'opening_data',
    ],
    search: ['name', 'fantasy_name', 'document'],
  },
  form: [
    ...providerForm,
    {
      title: 'Contrato',
      fields: [
        'responsible',
        'status',
        'contract_value',
        'custom_contract_service_name',
        'contract_due_date',
        'contract_month',
        'contract_billing_day',
        'extra_services',
      ],
    },
    {
      title: 'Relacionamento',
      help: 'Só a consultoria vê.',
      fields: [
        'crm_name',
        'crm_phone',
        'crm_email',
        'client_external_management_id',
        'client_external_management',
        'validated',
        'tags',
      ],
    },
    {
      title: 'Regulatório',
      fields: [
        'client_type',
        'registered_advice',
        'anatel_register_id',
        'monthly_report_id',
        'consultancy_type',
        'station_045',
        'other_anatel_debts',
        'variation_percent',
        'client_partners',
        'activities',
        'state_registrations',
      ],
    },
    { title: 'Campos próprios', help: 'Os que as particularidades pedem, e outros.', fields: ['metas_only_father'] },
    { title: 'Acesso do cliente', help: 'Quem entra no sistema e vê só este cliente.', fields: ['client_users'] },
  ],
  scope: 'empresa_responsavel',
})

/** More clients than any consultancy has: what reads all of them reads no more. */
export const clientLimit = 20_000
