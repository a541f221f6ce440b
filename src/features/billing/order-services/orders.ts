import { choice, date, flag, instant, longtext, money, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { billStates } from '#features/billing/bills/bill/standing.ts'
import { invoiceStates } from '#features/billing/invoices/invoices.ts'
import { orderSlipStates, orderStates } from '#features/billing/order-services/standing.ts'

const derivedOnly = { writable: false, derived: true } as const
/** Only staff write and read these. */
const house = { internal: true } as const

const service = <const R extends boolean>(required: R) => ({
  vencimento: date('Vencimento', { required }),
  valor_servico: money('Valor (R$)', { required, min: 0.01 }),
  descricao_servico: longtext('Descrição do serviço', { required, max: 1_000, hint: 'Como sai na nota e na conta' }),
})
const orderChoices = {
  criar_contas_a_receber: flag('Criar conta a receber'),
  gerar_nota_fiscal: flag('Gerar nota fiscal'),
  gerar_boleto: flag('Gerar boleto'),
  finance_type: ref('finance-types', 'Tipo financeiro', { ...house, hint: 'Em branco, serviço avulso' }),
  servico: text('Serviço da nota', { ...house, max: 6 }),
  checking_account: ref('checking-accounts', 'Conta do boleto', {
    ...house,
    hint: 'Em branco, a única da empresa que emite boletos',
  }),
}

/** A service a client ordered, and the pieces it creates on request: a bill, a service invoice and a boleto. */
export const orderServices = resource({
  path: 'order-services',
  text: { one: 'ordem de serviço', many: 'ordens de serviço', gender: 'f' },
  fields: {
    /** Distinguishes it from the client's others: 'OS 31 · Assessoria de novembro'. */
    name: text('Ordem', derivedOnly),
    state: choice(orderStates, 'Estado', derivedOnly),
    client: ref('clients', 'Cliente', { required: true }),
    /** Who serves: the client's company on the day of the order. */
    empresa: ref('empresas', 'Empresa', { writable: false, ...house }),
    ...service(true),
    ...orderChoices,
    bill: ref('bills-to-receive', 'Conta a receber', { writable: false }),
    bill_state: choice(billStates, 'Conta', derivedOnly),
    invoice: ref('service-invoices', 'Nota fiscal', { writable: false }),
    invoice_state: choice(invoiceStates, 'Nota', derivedOnly),
    slip_state: choice(orderSlipStates, 'Boleto', derivedOnly),
    called_off_at: instant('Cancelada em', { writable: false }),
    /** Somebody decided that the note of the cancelled order stays: it is nobody's work any more. */
    note_waived_at: instant('Nota dispensada em', { writable: false, ...house }),
    note_waived_by: ref('users', 'Dispensada por', { writable: false, told: true, ...house }),
    note_waived_reason: longtext('Por que a nota fica', { writable: false, max: 500, ...house }),
  },
  list: {
    columns: ['name', 'client', 'state', 'vencimento', 'valor_servico'],
    sort: '-created_at',
    search: ['descricao_servico', 'client'],
    besides: ['bill_state', 'invoice_state', 'slip_state'],
  },
  form: [
    { fields: ['client', 'vencimento', 'valor_servico', 'descricao_servico'] },
    { title: 'O que gerar', fields: ['criar_contas_a_receber', 'gerar_nota_fiscal', 'gerar_boleto'] },
    { title: 'Cancelamento', fields: ['called_off_at', 'note_waived_at', 'note_waived_by', 'note_waived_reason'] },
    { title: 'Com o quê', fields: ['finance_type', 'servico', 'checking_account'] },
  ],
  scope: 'client',
  verbs: ['index', 'show'],
})

/** The fields of a new order; its client comes from the URL. */
export const newOrder = { ...orderServices, fields: { ...service(true), ...orderChoices } }
/** The same while it is being written. */
export const orderSketch = { ...orderServices, fields: { ...service(false), ...orderChoices } }
