import { choice, date, flag, instant, integer, money, percent, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { slipStates } from '#features/bills/slip/sheet.ts'
import { billStates } from '#features/bills/standing.ts'

/** What a client owes the house: open until it is paid (baixada) or called off. */
export const bills = resource({
  path: 'bills-to-receive',
  text: { one: 'conta a receber', many: 'contas a receber', gender: 'f' },
  fields: {
    /** What tells it from the client's others: 'Vale Net Ltda · nov/2026 · nº 240010'. */
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
  },
  list: {
    columns: ['name', 'state', 'finance_type', 'due_date', 'value'],
    sort: '-due_date',
    search: ['client', 'billet_number'],
    besides: ['due_date', 'downloaded_at'],
  },
  form: [
    { fields: ['client', 'finance_type', 'issue_date', 'due_date', 'checking_account', 'order'] },
    { title: 'Valores', fields: ['value', 'percent', 'discount', 'fees', 'tariff', 'traffic_ticket'] },
    { title: 'Boleto', fields: ['billet_number', 'bar_code', 'slip_state'] },
    { title: 'Situação', fields: ['downloaded', 'downloaded_at', 'called_off', 'called_off_at'] },
  ],
  scope: 'client',
  locked: [
    ['downloaded', true],
    ['called_off', true],
  ],
  actions: {
    baixar: {
      label: 'Dar baixa',
      confirm: 'Fica como recebida, e não muda mais até que alguém use Reabrir.',
      when: 'unlocked',
    },
    cancelar: {
      label: 'Cancelar conta',
      confirm: 'Deixa de ser cobrada, e não muda mais até que alguém use Reabrir.',
      when: 'unlocked',
    },
    reabrir: {
      label: 'Reabrir',
      confirm: 'A baixa ou o cancelamento se desfaz, e a conta volta a ser cobrada.',
      when: 'locked',
    },
  },
})
