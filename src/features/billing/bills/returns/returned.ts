import { choice, date, instant, integer, longtext, money, ref, text, readOnly } from '#kernel/field.ts'
import { resource, type ListedOf, type RowOf } from '#kernel/resource.ts'
import { returnVerdicts } from '#features/billing/bills/returns/verdicts.ts'

const amount = { ...readOnly, required: true, min: 0, default: 0 } as const

/** A return of the bank that was applied, and whether its reading was undone. */
export const bankReturns = resource({
  path: 'bank-returns',
  text: { one: 'retorno aplicado', many: 'retornos aplicados', gender: 'm' },
  fields: {
    name: text('Arquivo', { ...readOnly, required: true, max: 255 }),
    checking_account: ref('checking-accounts', 'Conta corrente', { ...readOnly, required: true, retired: true }),
    /** Of the account: its people alone see what the bank returned. */
    empresa: ref('empresas', 'Empresa', readOnly),
    user: ref('users', 'Aplicado por', { ...readOnly, told: true }),
    applied_at: instant('Aplicado em', readOnly),
    created_on: date('Gerado pelo banco em', readOnly),
    sequence: integer('Número do arquivo', { ...readOnly, plain: true }),
    size: integer('Tamanho (bytes)', readOnly),
    lines: integer('Linhas', { ...readOnly, required: true }),
    applied: integer('Linhas aplicadas', { ...readOnly, required: true }),
    /** Lines whose money belongs to no bill yet. */
    waiting: integer('Sem conta', { ...readOnly, derived: true }),
    received: money('Recebido (R$)', amount),
    fees: money('Tarifas (R$)', amount),
    /** Records of the file that are no titles, and sums of the bank that contradict its lines, one a line. */
    notes: longtext('Observações', { ...readOnly, max: 5_000 }),
    undone_at: instant('Leitura desfeita em', readOnly),
    undone_by: ref('users', 'Desfeita por', { ...readOnly, told: true }),
    reason: longtext('Por que foi desfeita', { ...readOnly, max: 500 }),
    /** SHA-256 of the file; none of those applied before files were stored. */
    sha256: text('Conteúdo', { ...readOnly, secret: true, max: 64 }),
  },
  list: {
    columns: ['name', 'checking_account', 'applied_at', 'user', 'lines', 'applied', 'waiting', 'received', 'fees'],
    sort: '-applied_at',
    search: ['name'],
    besides: ['undone_at'],
  },
  form: [
    { fields: ['name', 'checking_account', 'empresa', 'created_on', 'sequence', 'applied_at', 'user'] },
    { title: 'O que trouxe', fields: ['lines', 'applied', 'waiting', 'received', 'fees', 'notes'] },
    { title: 'Situação', fields: ['undone_at', 'undone_by', 'reason'] },
  ],
  scope: 'empresa',
  verbs: ['index', 'show'],
})
export type BankReturn = RowOf<typeof bankReturns>

/** What became of a line of a return. */
export const lineStates = {
  espera: 'Sem conta',
  aplicada: 'Aplicada',
  colocada: 'Colocada numa conta',
  devolvida: 'Devolvida',
  explicada: 'Explicada',
  informa: 'Só informa',
  repetida: 'Lida em outro arquivo',
  desfeita: 'Leitura desfeita',
} as const
export type LineState = keyof typeof lineStates

/** A line of an applied return: the bank's words, and what became of its money. */
export const returnLines = resource({
  path: 'bank-return-lines',
  text: { one: 'linha de retorno', many: 'linhas de retorno', gender: 'f' },
  fields: {
    bank_return: ref('bank-returns', 'Retorno', { ...readOnly, required: true }),
    checking_account: ref('checking-accounts', 'Conta corrente', { ...readOnly, required: true, retired: true }),
    at: integer('Linha', readOnly),
    state: choice(lineStates, 'Situação', { ...readOnly, required: true, default: 'informa' }),
    verdict: choice(returnVerdicts, 'O que se leu', { ...readOnly, required: true, default: 'informa' }),
    said: text('O que o banco diz', { ...readOnly, max: 500 }),
    note: text('Observação', { ...readOnly, max: 500 }),
    number: text('Nosso número', { ...readOnly, max: 40 }),
    document: text('Seu número', { ...readOnly, max: 20 }),
    payer: text('CNPJ ou CPF do pagador', { ...readOnly, max: 14, personal: true }),
    payer_name: text('Pagador', { ...readOnly, max: 60, personal: true }),
    occurred_on: date('Dia', readOnly),
    credited_on: date('Creditado em', readOnly),
    /** Face value of the boleto as the bank states it. */
    value: money('Boleto (R$)', readOnly),
    paid: money('Pago (R$)', readOnly),
    interest: money('Juros e multa (R$)', amount),
    discount: money('Descontos (R$)', amount),
    fee: money('Tarifa (R$)', amount),
    /** The bill of the boleto, or the one its money was placed on. */
    bill: ref('bills-to-receive', 'Conta', { ...readOnly, retired: true }),
    returned_on: date('Devolvido em', readOnly),
    reason: longtext('Explicação', { ...readOnly, max: 500 }),
    settler: ref('users', 'Decidido por', { ...readOnly, told: true }),
    settled_at: instant('Decidido em', readOnly),
    /** What the bank states twice, in this file or another, has the same. */
    reference: text('Referência', { ...readOnly, secret: true, required: true, max: 160 }),
  },
  list: {
    columns: ['said', 'occurred_on', 'state', 'paid', 'number', 'payer_name', 'note', 'bill', 'bank_return'],
    sort: '-occurred_on',
    search: ['number', 'payer_name'],
    besides: ['verdict', 'fee', 'settler', 'settled_at', 'reason', 'returned_on'],
  },
  form: [
    {
      fields: [
        'bank_return',
        'checking_account',
        'at',
        'said',
        'note',
        'number',
        'document',
        'payer',
        'payer_name',
        'occurred_on',
        'credited_on',
        'value',
        'paid',
        'interest',
        'discount',
        'fee',
      ],
    },
    {
      title: 'O que se fez',
      fields: ['verdict', 'state', 'bill', 'returned_on', 'reason', 'settler', 'settled_at'],
    },
  ],
  scope: 'bank_return',
  verbs: ['index', 'show'],
})
export type BankReturnLine = ListedOf<typeof returnLines>
