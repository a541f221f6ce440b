import { date, longtext, many, money, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { address } from '#parts/address/address.ts'
import { mail } from '#parts/mail/mail.ts'
import { phone } from '#parts/phone/phone.ts'

const clientUser = { user: ref('users', 'Usuário', { required: true }) }

/** What is known of a provider, client or not yet. */
export const providerFields = {
  name: text('Razão social', { required: true, max: 160 }),
  fantasy_name: text('Nome fantasia', { max: 160 }),
  document: text('CPF ou CNPJ', { required: true, format: 'document', personal: true }),
  inscricao_estadual: text('Inscrição estadual', { max: 20 }),
  email: text('E-mail', { format: 'email', personal: true }),
  phone_name: text('Contato', { max: 80, personal: true }),
  phone: text('Telefone', { format: 'phone', personal: true }),
  opening_data: date('Data de abertura'),
  capital_social: money('Capital social (R$)', { min: 0 }),
  tax_regime: ref('tax-regimes', 'Regime tributário'),
  category_client: ref('category-clients', 'Categoria'),
  client_system: ref('client-systems', 'Sistema'),
  plan: ref('plans', 'Plano'),
  empresa_responsavel: ref('empresas', 'Empresa responsável'),
  addresses: many(address, 'Endereços', { max: 50 }),
  phones: many(phone, 'Telefones', { max: 50 }),
  mails: many(mail, 'E-mails', { max: 50 }),
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

/** The providers the consultancy works for. */
export const clients = resource({
  path: 'clients',
  text: { one: 'cliente', many: 'clientes', gender: 'm' },
  fields: {
    ...providerFields,
    client_users: many(clientUser, 'Usuários do cliente', { max: 100, internal: true }),
  },
  list: {
    columns: ['name', 'document', 'fantasy_name', 'empresa_responsavel', 'plan'],
    sort: 'name',
    search: ['name', 'fantasy_name', 'document'],
  },
  form: [
    ...providerForm,
    { title: 'Acesso do cliente', help: 'Quem entra no sistema e vê só este cliente.', fields: ['client_users'] },
  ],
  scope: 'empresa_responsavel',
})
