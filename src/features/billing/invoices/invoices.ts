import {
  choice,
  date,
  flag,
  instant,
  integer,
  longtext,
  lineList,
  money,
  percent,
  ref,
  text,
  readOnly,
} from '#kernel/field.ts'
import type { Tone } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'
import { emitters, environments } from '#features/people/empresas/empresas.ts'

export const invoiceStates = {
  pendente: 'Pendente',
  processando: 'Processando',
  autorizada: 'Autorizada',
  rejeitada: 'Rejeitada',
  cancelando: 'Cancelando',
  cancelada: 'Cancelada',
  substituida: 'Substituída',
} as const
export type InvoiceState = keyof typeof invoiceStates
export const invoiceTones: Readonly<Record<InvoiceState, Tone>> = {
  pendente: 'atencao',
  processando: 'info',
  autorizada: 'ok',
  rejeitada: 'erro',
  cancelando: 'atencao',
  cancelada: 'neutro',
  substituida: 'neutro',
}
export const isInvoiceState = (state: unknown): state is InvoiceState =>
  typeof state === 'string' && state in invoiceStates

const house = { writable: false, internal: true } as const

/** Notes of services (NFS-e): made by their own calls alone, and never changed once authorised. */
export const serviceInvoices = resource({
  path: 'service-invoices',
  text: { one: 'nota de serviço', many: 'notas de serviço', gender: 'f' },
  fields: {
    /** 'NFS-e 118', or 'DPS 1/42' until there is one. */
    name: text('Nota', { ...readOnly, required: true, derived: true }),
    state: choice(invoiceStates, 'Situação', { ...readOnly, required: true, default: 'pendente' }),
    client: ref('clients', 'Cliente', { ...readOnly, required: true }),
    empresa: ref('empresas', 'Empresa', { ...readOnly, required: true }),
    /** What it is charged by, where it was made from a bill. */
    bill: ref('bills-to-receive', 'Conta a receber', readOnly),
    emitter: choice(emitters, 'Emissor', { ...readOnly, required: true }),
    environment: choice(environments, 'Ambiente', { ...readOnly, required: true }),
    series: integer('Série', { ...readOnly, required: true, plain: true }),
    number: integer('Número da DPS', { ...readOnly, required: true, plain: true }),
    nfse_number: text('Número da NFS-e', { ...readOnly, max: 20 }),
    access_key: text('Chave de acesso', { ...readOnly, max: 50 }),
    competence: date('Competência', { ...readOnly, required: true }),
    service_code: text('Código do serviço', { ...readOnly, required: true, max: 6 }),
    service_name: text('Serviço', { ...readOnly, required: true, max: 160 }),
    description: longtext('Descrição', { ...readOnly, required: true, max: 2_000 }),
    value: money('Valor (R$)', { ...readOnly, required: true }),
    iss_percent: percent('ISS (%)', readOnly),
    iss_value: money('ISS (R$)', { ...readOnly, required: true }),
    iss_retained: flag('ISS retido pelo tomador', readOnly),
    net_value: money('Valor líquido (R$)', { ...readOnly, required: true }),
    taker_name: text('Tomador', { ...readOnly, required: true, max: 300, personal: true }),
    taker_document: text('CPF ou CNPJ do tomador', { ...readOnly, required: true, format: 'document', personal: true }),
    taker_address: text('Endereço do tomador', { ...readOnly, required: true, max: 600, personal: true }),
    issued_at: instant('Emitida em', { ...readOnly, required: true }),
    authorized_at: instant('Autorizada em', readOnly),
    cancelled_at: instant('Cancelada em', readOnly),
    cancel_reason: text('Motivo do cancelamento', { ...readOnly, max: 255 }),
    replaces: ref('service-invoices', 'Substitui', readOnly),
    replaced_by: ref('service-invoices', 'Substituída por', readOnly),
    rejections: lineList(
      {
        code: text('Código', { ...readOnly, required: true, max: 20 }),
        message: text('Motivo', { ...readOnly, required: true, max: 1_000 }),
        advice: text('O que fazer', { ...readOnly, required: true, max: 500 }),
      },
      'Motivos da rejeição',
      { writable: false, internal: true },
    ),
    /** What makes it the one it is: the same is never issued twice. */
    key: text('Chave do pedido', { ...house, required: true, max: 120 }),
    user: ref('users', 'Emitida por', { ...house, told: true }),
  },
  list: {
    columns: ['name', 'state', 'client', 'value', 'competence', 'empresa', 'authorized_at'],
    sort: '-created_at',
    search: ['nfse_number', 'taker_name', 'description'],
    besides: ['environment', 'emitter'],
  },
  form: [
    {
      fields: [
        'state',
        'nfse_number',
        'access_key',
        'competence',
        'issued_at',
        'authorized_at',
        'cancelled_at',
        'cancel_reason',
        'replaces',
        'replaced_by',
      ],
    },
    { title: 'Serviço', fields: ['service_code', 'service_name', 'description'] },
    { title: 'Valores', fields: ['value', 'iss_percent', 'iss_value', 'iss_retained', 'net_value'] },
    { title: 'Tomador', fields: ['client', 'bill', 'taker_name', 'taker_document', 'taker_address'] },
    { title: 'Emissão', fields: ['empresa', 'emitter', 'environment', 'series', 'number', 'user', 'key'] },
  ],
  scope: 'client',
  verbs: ['index', 'show'],
  actions: {
    reenviar: { label: 'Tentar de novo', when: ['state', ['pendente', 'processando', 'cancelando']] },
  },
})
export type ServiceInvoice = RowOf<typeof serviceInvoices>

/** Which file of a note it is. */
export const invoiceFileKinds = { xml: 'XML', pdf: 'PDF' } as const
export type InvoiceFileKind = keyof typeof invoiceFileKinds
/** 'nfse-118.pdf' */
export const invoiceFileName = (number: string | number, kind: InvoiceFileKind) => `nfse-${number}.${kind}`

/** A certificate's end is notified this many days before. */
export const warnedDays = 30
