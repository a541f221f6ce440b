import { choice, instant, integer, longtext, percent, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { environments } from '#features/people/empresas/empresas.ts'
import { registrations } from '#features/billing/bills/slip/registrations.ts'
import { pixKinds } from '#features/billing/bills/slip/pix.ts'

/** The office receives here: an account has a bank, boleto data and Pix. */
export const checkingAccounts = resource({
  path: 'checking-accounts',
  text: { one: 'conta corrente', many: 'contas correntes', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    slug: text('Identificador', { writable: false, max: 140 }),
    empresa: ref('empresas', 'Empresa beneficiária', {
      hint: 'De quem é a conta; vazio: só recebe, não emite boletos',
    }),
    bank: integer('Banco', { min: 1, max: 999, plain: true, hint: 'O código, como 756' }),
    agency: text('Agência', { max: 10 }),
    agency_digit: text('Dígito da agência', { max: 1 }),
    account: text('Conta', { max: 20 }),
    account_digit: text('Dígito da conta', { max: 1 }),
    wallet: text('Carteira', { max: 3 }),
    agreement: text('Convênio', { max: 20, hint: 'Ou código do beneficiário, como o banco o chama' }),
    wallet_variation: text('Variação da carteira', {
      max: 3,
      hint: 'Do Banco do Brasil, na remessa e na API, como 019',
    }),
    registration: choice(registrations, 'Registro dos boletos', {
      required: true,
      default: 'manual',
      hint: 'Vale para os boletos emitidos daí em diante. A API do Banco do Brasil ainda não foi provada num convênio real: teste em homologação',
    }),
    registration_environment: choice(environments, 'Ambiente do registro', {
      required: true,
      default: 'homologacao',
      hint: 'Do Asaas ou da API do banco. O que é registrado em homologação não pode ser pago',
    }),
    next_number: integer('Próximo nosso número', {
      required: true,
      min: 1,
      max: 2_000_000_000,
      default: 1,
      plain: true,
    }),
    /** Boletos issued since wait for a remittance. */
    remits_since: instant('Por remessa desde', { writable: false }),
    transmission_code: text('Código de transmissão', { max: 15, hint: 'Do Santander, que o informa' }),
    next_remittance: integer('Próxima remessa', {
      required: true,
      min: 1,
      max: 999_999,
      default: 1,
      plain: true,
      hint: 'Maior do que a última que outro sistema enviou',
    }),
    address: text('Endereço do beneficiário', { max: 160, hint: 'Como sai no boleto; em branco, o da empresa' }),
    fine_percent: percent('Multa (%)', { hint: 'A que o banco cobra depois do vencimento' }),
    interest_percent: percent('Juros ao mês (%)', { hint: 'Os que o banco cobra depois do vencimento' }),
    instructions: longtext('Instruções no boleto', { max: 300 }),
    pix_kind: choice(pixKinds, 'Tipo da chave Pix'),
    pix_key: text('Chave Pix', { max: 77 }),
  },
  list: {
    columns: ['name', 'empresa', 'bank', 'agency', 'account'],
    sort: 'name',
    search: ['name', 'agency', 'account'],
  },
  form: [
    { fields: ['name', 'empresa', 'bank', 'agency', 'agency_digit', 'account', 'account_digit'] },
    {
      title: 'Boleto',
      help: 'Emite boletos a conta do Banco do Brasil (001), Santander (033), Bradesco (237), Itaú (341) ou Sicoob (756), com carteira e convênio. A que registra pelo Asaas não precisa deles: o número e a linha digitável são os dele.',
      fields: [
        'registration',
        'registration_environment',
        'wallet',
        'wallet_variation',
        'agreement',
        'next_number',
        'fine_percent',
        'interest_percent',
        'address',
        'instructions',
      ],
    },
    {
      title: 'Remessa ao banco',
      fields: ['transmission_code', 'next_remittance'],
    },
    { title: 'Pix', fields: ['pix_kind', 'pix_key'] },
  ],
  scope: 'everyone',
  proof: 'any',
})
