import { decimal, flag, integer, many, money, percent, ref, text } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'

/** Accesses of one kind in one municipality; speed in Mbps. */
const access = {
  client_type: ref('client-types', 'Tipo de cliente', { required: true }),
  attendance_type: ref('attendance-types', 'Atendimento', { required: true }),
  attendance_middle: ref('attendance-middles', 'Meio', { required: true }),
  product_type: ref('product-types', 'Produto', { required: true }),
  technology_type: ref('technology-types', 'Tecnologia', { required: true }),
  speed: decimal('Velocidade (Mbps)', { required: true, scale: 3, min: 0.001, max: 1_000_000 }),
  amount: integer('Acessos', { required: true, min: 0, max: 99_999_999 }),
}

const location = {
  state: text('UF', { writable: false, format: 'uf' }),
  city: ref('cities', 'Município', { required: true }),
  accesses: many(access, 'Acessos', { max: 2_000 }),
}

/**
 * The month's money in one state. Amounts are the truth and percents help to type them; see `totals.ts`.
 * Traffic in MB.
 */
const finance = {
  state: text('UF', { required: true, format: 'uf' }),
  tax_regime: ref('tax-regimes', 'Regime tributário', { required: true }),
  gross_billing: money('Faturamento bruto (R$)', { required: true, min: 0 }),
  icms_percent: percent('ICMS (%)'),
  icms: money('ICMS (R$)', { min: 0 }),
  pis_percent: percent('PIS (%)'),
  pis: money('PIS (R$)', { min: 0 }),
  confins_percent: percent('COFINS (%)'),
  confins: money('COFINS (R$)', { min: 0 }),
  other_taxes: money('Outras deduções (R$)', { min: 0 }),
  net_billing: money('Faturamento líquido (R$)', { writable: false }),
  fust: money('FUST (R$)', { writable: false }),
  investiment: money('Investimento (R$)', { min: 0 }),
  download_traffic: decimal('Tráfego de download (MB)', { min: 0, max: 9_999_999_999 }),
  upload_traffic: decimal('Tráfego de upload (MB)', { min: 0, max: 9_999_999_999 }),
  faturamento_outros: money('Faturamento de outros serviços (R$)', { min: 0 }),
  investimento_outros: money('Investimento em outros serviços (R$)', { min: 0 }),
  outros_impostos_outros: money('Outras deduções de outros serviços (R$)', { min: 0 }),
}

/** What a provider reports to Anatel of one fistel in one month. */
export const collects = resource({
  path: 'collects',
  text: { one: 'coleta', many: 'coletas', gender: 'f' },
  fields: {
    client: ref('clients', 'Cliente', { required: true }),
    fistel: ref('fistels', 'Fistel', { required: true }),
    service_type: ref('service-types', 'Tipo de serviço', { writable: false }),
    year: integer('Ano', { required: true, plain: true, min: 2000, max: 2100 }),
    month: integer('Mês', { required: true, min: 1, max: 12 }),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'Collect' } }),
    hide_finance: flag('Ocultar financeiro do cliente'),
    hide_report: flag('Ocultar relatório do cliente'),
    ignore_export: flag('Fora da exportação em lote'),
    locations: many(location, 'Municípios', { max: 2_000 }),
    finances: many(finance, 'Financeiro por estado', { max: 27 }),
  },
  list: {
    columns: ['client', 'fistel', 'service_type', 'month', 'year', 'status'],
    sort: '-year,-month',
    search: ['client', 'fistel'],
  },
  form: [
    { title: 'Período', fields: ['client', 'fistel', 'year', 'month'] },
    { title: 'Acessos', fields: ['locations'] },
    { title: 'Financeiro', fields: ['finances'] },
    { title: 'Opções', fields: ['hide_finance', 'hide_report', 'ignore_export'] },
  ],
  scope: 'client',
})

export type Collect = RowOf<typeof collects>
