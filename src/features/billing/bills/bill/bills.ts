import { choice, date, flag, instant, integer, lineList, money, percent, ref, text } from '#kernel/field.ts'
import { resource, type RowLock, type RowOf } from '#kernel/resource.ts'
import { slipLock, slipStates } from '#features/billing/bills/slip/sheet.ts'
import { added, billStates } from '#features/billing/bills/bill/standing.ts'

/** Letters the name of an item has room for. */
export const longestItemName = 160

/** A part of what a bill asks for: they add up to its value. */
const item = {
  name: text('O quê', { required: true, max: longestItemName }),
  value: money('Valor (R$)', { required: true, min: 0 }),
}

/** The amounts of a bill are final once it was paid in part or cancelled. */
export const fixedLock = {
  when: ['fixed', true],
  fields: ['client', 'value', 'percent', 'discount', 'discount_until', ...added],
  why: 'A conta já teve recebimento, baixa ou cancelamento: isto não muda mais. Cancele esta, e faça outra.',
} as const satisfies RowLock

/** A client owes the office a bill: it is open until nothing is left (baixada) or it is cancelled. */
export const bills = resource({
  path: 'bills-to-receive',
  text: { one: 'conta a receber', many: 'contas a receber', gender: 'f' },
  fields: {
    /** It differs from the client's other bills: 'Vale Net Ltda · nov/2026 · nº 240010'. */
    name: text('Conta', { writable: false, derived: true }),
    state: choice(billStates, 'Estado', { writable: false, derived: true }),
    client: ref('clients', 'Cliente', { required: true }),
    finance_type: ref('finance-types', 'Tipo', { required: true }),
    checking_account: ref('checking-accounts', 'Conta corrente'),
    issue_date: date('Emissão', { required: true }),
    due_date: date('Vencimento', { required: true }),
    order: integer('Parcela', { min: 1, max: 999 }),
    value: money('Valor (R$)', { required: true, min: 0 }),
    percent: percent('Percentual (%)'),
    discount: money('Desconto (R$)', { min: 0 }),
    discount_until: date('Desconto até', {
      hint: 'Vale para quem paga tudo até este dia; vazio: vale sempre',
    }),
    fees: money('Juros e multa (R$)', { min: 0 }),
    tariff: money('Tarifa (R$)', { min: 0 }),
    traffic_ticket: money('Custas (R$)', { min: 0 }),
    billet_number: text('Número do boleto', { max: 40 }),
    bar_code: text('Linha digitável', { max: 58 }),
    slip_state: choice(slipStates, 'Boleto', { writable: false, derived: true }),
    downloaded: flag('Baixada', { writable: false }),
    downloaded_at: instant('Baixada em', { writable: false }),
    called_off: flag('Cancelada', { writable: false }),
    called_off_at: instant('Cancelada em', { writable: false }),
    /** What its payments settled of it, without fine and interest; `receive` alone writes it. */
    received: money('Recebido (R$)', { writable: false, required: true, min: 0, default: 0 }),
    left: money('Falta (R$)', { writable: false, derived: true }),
    late_fine: percent('Multa por atraso (%)', { writable: false, derived: true, internal: true }),
    late_interest: percent('Juros por atraso ao mês (%)', { writable: false, derived: true, internal: true }),
    /** The day of the last payment, once nothing is left. */
    paid_on: date('Paga em', { writable: false }),
    /** Amounts are final from the first payment or cancellation, even if reversed. */
    fixed: flag('Valores fechados', { writable: false }),
    /** The month it was made for from the contract, '2026-11': one a client and month. */
    competence: text('Mês faturado', { writable: false, max: 7 }),
    company: text('Empresa', { writable: false, derived: true, internal: true }),
    /** In one line: its items, or its type where it has none. */
    subject: text('Do que se trata', { writable: false, derived: true }),
    /** A bill made from a contract or a service order has the items of it. */
    items: lineList(item, 'Itens', { writable: false, max: 100, one: 'item' }),
  },
  list: {
    columns: ['name', 'state', 'finance_type', 'due_date', 'value', 'left'],
    sort: '-due_date',
    search: ['client', 'billet_number'],
    besides: [
      'due_date',
      'paid_on',
      'downloaded_at',
      'called_off_at',
      'received',
      'left',
      'fees',
      'discount',
      'discount_until',
      'late_fine',
      'late_interest',
    ],
  },
  form: [
    { fields: ['client', 'finance_type', 'issue_date', 'due_date', 'checking_account', 'order'] },
    {
      title: 'Valores',
      fields: ['value', 'percent', 'discount', 'discount_until', 'fees', 'tariff', 'traffic_ticket'],
    },
    { title: 'Boleto', fields: ['billet_number', 'bar_code', 'slip_state'] },
    {
      title: 'Situação',
      fields: [
        'received',
        'left',
        'paid_on',
        'downloaded',
        'downloaded_at',
        'called_off',
        'called_off_at',
        'competence',
        'fixed',
      ],
    },
  ],
  scope: 'client',
  // No `disable`: a bill is a fact of the accounts, and `cancelar` is how it ends. What was disabled before comes back by `enable`.
  verbs: ['index', 'show', 'store', 'update', 'destroy', 'enable'],
  locked: [['downloaded', true], ['called_off', true], fixedLock, slipLock],
  actions: {
    baixar: {
      label: 'Dar baixa',
      seldom: true,
      confirm:
        'O que falta fica como recebido hoje, sem multa e sem juros, e a conta não muda mais até que alguém use Reabrir.',
      when: 'unlocked',
    },
    cancelar: {
      label: 'Cancelar conta',
      seldom: true,
      confirm: 'Deixa de ser cobrada, e não muda mais até que alguém use Reabrir.',
      when: 'unlocked',
    },
    reabrir: {
      label: 'Reabrir',
      confirm:
        'A baixa ou o cancelamento se desfaz, e a conta volta a ser cobrada. Os recebimentos dela são estornados, e ficam no histórico.',
      when: 'locked',
    },
  },
})
export type Bill = RowOf<typeof bills>
