import {
  choice,
  decimal,
  flag,
  instant,
  integer,
  longtext,
  lineList,
  money,
  owner,
  percent,
  ref,
  text,
} from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'
import { filling, sentSteps, settled, tones } from '#features/regulatory/collects/coleta/steps.ts'
import { fileFields } from '#parts/file/file.ts'
import { responsible, responsibleRead } from '#parts/person/person.ts'
import { paperFields } from '#parts/receipt/fields.ts'

/** Accesses of one kind in one municipality; speed in Mbps. What the service's layout does not ask may be missing. */
const access = {
  collect_location_id: owner('Município da coleta'),
  client_type: ref('client-types', 'Tipo de cliente', { required: true }),
  attendance_type: ref('attendance-types', 'Atendimento'),
  attendance_middle: ref('attendance-middles', 'Meio', { required: true }),
  product_type: ref('product-types', 'Produto'),
  technology_type: ref('technology-types', 'Tecnologia'),
  speed: decimal('Velocidade (Mbps)', { scale: 3, min: 0.001, max: 1_000_000 }),
  amount: integer('Acessos', { required: true, min: 0, max: 99_999_999 }),
  /** One set aside stays in its coleta, and counts in nothing: see `counted.ts`. */
  active: flag('Entra na coleta', { default: true }),
}

const location = {
  collect_id: owner('Coleta'),
  state: text('UF', { writable: false, format: 'uf' }),
  city: ref('cities', 'Município', { required: true }),
  accesses_ordered: lineList(access, 'Acessos', { max: 2_000, one: 'acesso' }),
}

/**
 * The month's money in one state. Amounts are the truth and percents help to type them; see `totals.ts`.
 * Traffic in MB.
 */
const finance = {
  collect_id: owner('Coleta'),
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

/** A provider's file that became the accesses; its bytes are not stored, and the hash detects a file sent twice. */
const taking = {
  name: text('Arquivo', { required: true, max: 255 }),
  sha256: text('SHA-256', { required: true, max: 64 }),
  rows: integer('Linhas', { required: true, min: 0 }),
  refused: integer('Linhas recusadas', { required: true, min: 0 }),
  accesses: integer('Acessos', { required: true, min: 0 }),
  /** Its rows joined what was there; those of the others took its place. */
  added: flag('Somado ao que havia'),
  user: ref('users', 'Quem', { told: true }),
  at: instant('Quando', { required: true }),
}

/** A user accepted a warning for this reason; the record is permanent. */
const acknowledgment = {
  finding: text('Aviso', { required: true, max: 500 }),
  message: text('O que dizia', { required: true, max: 500 }),
  reason: longtext('Motivo', { required: true, max: 1_000 }),
  user: ref('users', 'Quem', { told: true }),
  at: instant('Quando', { required: true }),
}

const slug = text('Identificador', { required: true })

/** What a provider reports to Anatel of one fistel in one month. */
export const collects = resource({
  path: 'collects',
  text: { one: 'coleta', many: 'coletas', gender: 'f' },
  fields: {
    client: ref('clients', 'Cliente', {
      required: true,
      retired: true,
      carries: { document: text('CPF ou CNPJ', { required: true }), matriz: flag('Matriz') },
    }),
    fistel: ref('fistels', 'Fistel', {
      required: true,
      retired: true,
      carries: {
        fistel: text('Fistel', { required: true }),
        service_type: ref('service-types', 'Tipo de serviço', { required: true, carries: { slug } }),
      },
    }),
    service_type: ref('service-types', 'Tipo de serviço', { writable: false, carries: { slug } }),
    year: integer('Ano', { required: true, plain: true, min: 2000, max: 2100 }),
    month: integer('Mês', { required: true, min: 1, max: 12 }),
    status: ref('statuses', 'Status', { writable: false, among: { model: 'Collect' }, tones }),
    edition: integer('Versão', { required: true, writable: false, plain: true, default: 1 }),
    zeroed: flag('Coleta zerada', { writable: false }),
    repeated: text('Repetida de', { writable: false, max: 8 }),
    error: longtext('Erro da Anatel', { writable: false, max: 2_000 }),
    hide_finance: flag('Ocultar financeiro do cliente'),
    hide_report: flag('Ocultar relatório do cliente'),
    ignore_export: flag('Fora da exportação em lote'),
    responsible: responsible('Responsável por esta coleta', 'Vazio: quem cuida do cliente'),
    /** Its own, or else its client's. */
    answered_by: responsibleRead(),
    locations: lineList(location, 'Municípios', { max: 2_000, one: 'município' }),
    finances: lineList(finance, 'Financeiro por estado', { max: 27, one: 'estado' }),
    takings: lineList(taking, 'Arquivos recebidos', { writable: false }),
    acknowledgments: lineList(acknowledgment, 'Avisos reconhecidos', { writable: false, internal: true }),
  },
  list: {
    columns: ['client', 'fistel', 'service_type', 'month', 'year', 'answered_by', 'status'],
    sort: '-year,-month',
    search: ['client', 'fistel'],
  },
  form: [
    { title: 'Período', fields: ['client', 'fistel', 'year', 'month'] },
    { title: 'Acessos', fields: ['locations'] },
    { title: 'Financeiro', fields: ['finances'] },
    { title: 'Opções', fields: ['responsible', 'hide_finance', 'hide_report', 'ignore_export'] },
  ],
  scope: 'client',
  locked: [
    ['status', settled],
    {
      when: ['status', ['Em conferência']],
      of: 'clientes',
      why: 'A coleta já foi entregue para conferência. Peça à consultoria que a devolva.',
    },
  ],
  actions: {
    'pedir-ao-cliente': {
      label: 'Pedir ao cliente',
      confirm: 'As pessoas do cliente são avisadas agora, e o aviso não se desfaz.',
      when: ['status', ['Em aberto']],
    },
    entregar: {
      label: 'Entregar para conferência',
      confirm: 'A casa passa a conferir, e o cliente não altera mais nada até a coleta ser devolvida.',
      done: 'Coleta entregue para conferência.',
      when: ['status', ['Em aberto', 'Aguardando cliente']],
    },
    'devolver-ao-cliente': {
      label: 'Devolver ao cliente',
      when: ['status', ['Em conferência']],
    },
    finalizar: { label: 'Finalizar', when: ['status', filling] },
    reabrir: {
      label: 'Reabrir',
      confirm: 'Volta a Em aberto: pode mudar outra vez, e não sai nos arquivos do mês até ser finalizada de novo.',
      when: ['status', ['Pronta', 'Dispensada']],
    },
    processada: {
      label: 'Marcar como processada',
      confirm:
        'Fica registrado que a Anatel processou o arquivo enviado. Depois disso, só uma retificação muda a coleta.',
      when: ['status', ['Enviada', 'Com erro']],
    },
    retificar: {
      label: 'Retificar',
      confirm: 'Abre a próxima versão, para corrigir e enviar outra vez. O que já foi enviado continua guardado.',
      when: ['status', sentSteps],
    },
    'copiar-anterior': {
      label: 'Copiar período anterior',
      confirm: 'Os acessos e o financeiro deste mês são trocados pelos do mês anterior.',
      when: 'unlocked',
      seldom: true,
    },
    'confirmar-sem-mudancas': {
      label: 'Confirmar sem mudanças',
      confirm: 'Os acessos e o financeiro deste mês são trocados pelos do mês anterior, e a coleta é finalizada.',
      when: 'unlocked',
      seldom: true,
    },
    'entregar-sem-mudancas': {
      label: 'Entregar sem mudanças',
      confirm:
        'Os acessos e o financeiro deste mês são trocados pelos do mês anterior, e o cliente não altera mais nada até a coleta ser devolvida.',
      done: 'Coleta entregue para conferência, sem mudanças.',
      when: ['status', ['Em aberto', 'Aguardando cliente']],
      seldom: true,
    },
    zerar: {
      label: 'Coleta zerada',
      confirm:
        'Declara que não houve nenhum acesso: o que foi digitado dá lugar a um só registro, na sede, com zero acessos.',
      when: 'unlocked',
      seldom: true,
    },
    dispensar: {
      label: 'Dispensar',
      confirm: 'Deixa de ser cobrada e não vai à Anatel, até que alguém use Reabrir.',
      when: ['status', filling],
      seldom: true,
    },
  },
})

export type Collect = RowOf<typeof collects>

/** Stores the exact bytes sent to Anatel for each version of a coleta, and its answers. */
export const collectFiles = resource({
  path: 'collect-files',
  text: { one: 'arquivo da coleta', many: 'arquivos da coleta', gender: 'm' },
  fields: {
    ...fileFields,
    collect: ref('collects', 'Coleta', { required: true, writable: false }),
    kind: choice({ arquivo: 'Arquivo enviado', recibo: 'Recibo', recusa: 'Recusa' }, 'O que é', {
      required: true,
      writable: false,
    }),
    edition: integer('Versão', { required: true, writable: false, plain: true }),
    rows: integer('Registros', { writable: false }),
    accesses: integer('Acessos', { writable: false }),
    ...paperFields,
  },
  list: {
    columns: ['name', 'collect', 'kind', 'edition', 'rows', 'accesses', 'protocol', 'user'],
    sort: '-created_at',
    search: ['name', 'protocol'],
    besides: ['verdict', 'words', 'issued_on'],
  },
  form: [{ fields: ['name'] }],
  scope: 'collect',
  verbs: ['index', 'show'],
})
