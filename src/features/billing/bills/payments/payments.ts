import { choice, date, instant, longtext, money, ref, text, readOnly } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'

/** How money comes in. */
export const paymentMethods = {
  pix: 'Pix',
  boleto: 'Boleto',
  transferencia: 'Transferência',
  deposito: 'Depósito',
  dinheiro: 'Dinheiro',
  cheque: 'Cheque',
  cartao: 'Cartão',
  outro: 'Outro',
} as const
export type PaymentMethod = keyof typeof paymentMethods

/** Where payments come from that people write. */
export const manual = 'manual'
/** Where payments come from that a bank states in a return. */
export const returnSource = 'retorno'
/** Where payments come from that Asaas states by its API. */
export const asaasSource = 'asaas'

/** A payment has a state. */
export const paymentStates = { recebido: 'Recebido', estornado: 'Estornado' } as const

const amount = { ...readOnly, required: true, min: 0, default: 0 } as const

/** Money that came in for a bill: written by `receive` alone, reversed and never deleted. */
export const billPayments = resource({
  path: 'bill-payments',
  text: { one: 'pagamento recebido', many: 'pagamentos recebidos', gender: 'm' },
  fields: {
    bill: ref('bills-to-receive', 'Conta', { ...readOnly, required: true, retired: true }),
    state: choice(paymentStates, 'Situação', { ...readOnly, derived: true }),
    paid_on: date('Recebido em', { ...readOnly, required: true }),
    /** All that came in. */
    value: money('Valor (R$)', { ...readOnly, required: true, min: 0 }),
    /** Of it: what settles the bill, with what was forgiven; its fine; its interest; and what nobody owed. */
    settled: money('Abatido da conta (R$)', amount),
    fine: money('Multa (R$)', amount),
    interest: money('Juros (R$)', amount),
    discount: money('Desconto (R$)', amount),
    over: money('A mais (R$)', amount),
    /** The rates gave these charges that day: a user changed them if the payment differs. */
    fine_due: money('Multa calculada (R$)', amount),
    interest_due: money('Juros calculados (R$)', amount),
    method: choice(paymentMethods, 'Forma', readOnly),
    checking_account: ref('checking-accounts', 'Conta corrente', { ...readOnly, retired: true }),
    /** Who says so: 'manual', or what reads the bank's files. A reference of one source counts once. */
    source: text('Origem', { ...readOnly, required: true, max: 40 }),
    reference: text('Referência', { ...readOnly, max: 120 }),
    user: ref('users', 'Registrado por', { ...readOnly, told: true }),
    reversed_at: instant('Estornado em', readOnly),
    reversed_by: ref('users', 'Estornado por', { ...readOnly, told: true }),
    reason: longtext('Motivo do estorno', { ...readOnly, max: 500 }),
  },
  list: {
    columns: ['bill', 'state', 'paid_on', 'value', 'method', 'checking_account', 'user'],
    sort: '-paid_on',
    search: ['bill', 'reference'],
  },
  form: [
    { fields: ['bill', 'paid_on', 'value', 'method', 'checking_account', 'user'] },
    {
      title: 'Como o valor se divide',
      fields: ['settled', 'fine', 'interest', 'discount', 'over', 'fine_due', 'interest_due'],
    },
    { title: 'Situação', fields: ['state', 'reversed_at', 'reversed_by', 'reason', 'source', 'reference'] },
  ],
  scope: 'bill',
  verbs: ['index', 'show'],
})
export type BillPayment = RowOf<typeof billPayments>
