import { choice, date, flag, instant, integer, longtext, money, readOnly, ref, text } from '#kernel/field.ts'
import { resource, type ListedOf } from '#kernel/resource.ts'
import { remittedMovements } from '#features/billing/bills/remittance/orders.ts'

/** What the bank answered to a remittance. */
export const remittanceStates = {
  espera: 'À espera do banco',
  parte: 'Respondida em parte',
  respondida: 'Respondida',
  desfeita: 'Desfeita',
} as const
export type RemittanceState = keyof typeof remittanceStates

/** A remittance that was made for an account. Its number is never used again, even if it was undone. */
export const bankRemittances = resource({
  path: 'bank-remittances',
  text: { one: 'remessa ao banco', many: 'remessas ao banco', gender: 'f' },
  fields: {
    name: text('Arquivo', { ...readOnly, required: true, max: 255 }),
    checking_account: ref('checking-accounts', 'Conta corrente', { ...readOnly, required: true, retired: true }),
    /** Of the account: its people alone see what was sent. */
    empresa: ref('empresas', 'Empresa', readOnly),
    number: integer('Número', { ...readOnly, required: true, plain: true }),
    user: ref('users', 'Gerada por', { ...readOnly, told: true }),
    made_at: instant('Gerada em', readOnly),
    size: integer('Tamanho (bytes)', readOnly),
    orders: integer('Boletos', { ...readOnly, required: true }),
    /** Boletos of the file that a return has answered. */
    answered: integer('Respondidos', { ...readOnly, derived: true }),
    value: money('Valor (R$)', { ...readOnly, required: true, min: 0, default: 0 }),
    state: choice(remittanceStates, 'Situação', { ...readOnly, derived: true }),
    undone_at: instant('Desfeita em', readOnly),
    undone_by: ref('users', 'Desfeita por', { ...readOnly, told: true }),
    reason: longtext('Por que foi desfeita', { ...readOnly, max: 500 }),
    /** SHA-256 of the file. */
    sha256: text('Conteúdo', { ...readOnly, secret: true, max: 64 }),
  },
  list: {
    columns: ['name', 'checking_account', 'number', 'made_at', 'user', 'orders', 'answered', 'value', 'state'],
    sort: '-made_at',
    search: ['name'],
    besides: ['undone_at'],
  },
  form: [
    { fields: ['name', 'checking_account', 'empresa', 'number', 'made_at', 'user'] },
    { title: 'O que leva', fields: ['orders', 'answered', 'value', 'size'] },
    { title: 'Situação', fields: ['state', 'undone_at', 'undone_by', 'reason'] },
  ],
  scope: 'empresa',
  verbs: ['index', 'show'],
})
export type BankRemittance = ListedOf<typeof bankRemittances>

/** What became of an order to the bank. */
export const remittedOrderStates = {
  espera: 'À espera do banco',
  aceita: 'Aceita',
  recusada: 'Recusada',
  desfeita: 'Desfeita',
} as const

/** One boleto of a remittance, and what the bank is to do with it. */
export const remittanceOrders = resource({
  path: 'bank-remittance-orders',
  text: { one: 'boleto de remessa', many: 'boletos de remessa', gender: 'm' },
  fields: {
    bank_remittance: ref('bank-remittances', 'Remessa', { ...readOnly, required: true }),
    at: integer('Ordem', readOnly),
    movement: choice(remittedMovements, 'O que se pede', { ...readOnly, required: true, default: '01' }),
    number: text('Nosso número', { ...readOnly, max: 40 }),
    bill: ref('bills-to-receive', 'Conta', { ...readOnly, retired: true }),
    due_date: date('Vencimento', readOnly),
    value: money('Boleto (R$)', readOnly),
    state: choice(remittedOrderStates, 'Situação', { ...readOnly, derived: true }),
    /** The words of the return that answered it. */
    said: text('O que o banco disse', { ...readOnly, derived: true, max: 500 }),
    /** Its remittance was undone: it waits for another, or is needed no more. */
    undone: flag('Remessa desfeita', readOnly),
  },
  list: {
    columns: ['movement', 'number', 'bill', 'due_date', 'value', 'state', 'said', 'bank_remittance'],
    sort: 'at',
    search: ['number'],
  },
  form: [
    { fields: ['bank_remittance', 'at', 'movement', 'number', 'bill', 'due_date', 'value', 'state', 'said', 'undone'] },
  ],
  scope: 'bank_remittance',
  verbs: ['index', 'show'],
})
