import { choice, date, instant, integer, longtext, lineList, ref, text } from '#kernel/field.ts'
import { resource, type ListedOf, type RowOf } from '#kernel/resource.ts'
import { fileFields } from '#parts/file/file.ts'
import { paperFields } from '#parts/receipt/fields.ts'
import { infrastructureKinds } from '#features/regulatory/anatel/infrastructure-layouts.ts'

/** The obligation of the calendar that a filing settles. */
export const filingDuty = 'infraestrutura'

/** A year's filing is in one of these steps; a year not begun has no filing. */
export const filingSteps = {
  'em-aberto': { name: 'Em aberto', tone: 'info' },
  gerada: { name: 'Gerada', tone: 'atencao' },
  enviada: { name: 'Enviada', tone: 'ok' },
  recusada: { name: 'Recusada', tone: 'erro' },
} as const
export type FilingStep = keyof typeof filingSteps
export const notBegun = { name: 'Por começar', tone: 'neutro' } as const

const stepNames = { 'em-aberto': 'Em aberto', gerada: 'Gerada', enviada: 'Enviada', recusada: 'Recusada' } as const

/** A version that went to the regulator, and what came back. */
const sending = {
  edition: integer('Versão', { required: true, plain: true }),
  sent_on: date('Enviada em', { required: true }),
  user: ref('users', 'Por', { told: true }),
  at: instant('Registrada em', { required: true }),
  protocol: text('Protocolo', { max: 60 }),
  refused_at: instant('Recusada em'),
  error: longtext('O que a Anatel respondeu', { max: 2_000 }),
}

/** What a client files of its infrastructure for one year, the one its figures speak of. */
export const infrastructureFilings = resource({
  path: 'infrastructure-filings',
  text: { one: 'infraestrutura anual', many: 'infraestruturas anuais', gender: 'f' },
  fields: {
    client: ref('clients', 'Cliente', { required: true, retired: true }),
    year: integer('Ano de referência', { required: true, plain: true, min: 2000, max: 2100 }),
    step: choice(stepNames, 'Situação', { required: true, writable: false, default: 'em-aberto' }),
    /** The last version that was generated; 0 while there is none. */
    edition: integer('Versão', { required: true, writable: false, plain: true, default: 0 }),
    sent_on: date('Enviada em', { writable: false }),
    protocol: text('Protocolo', { writable: false, max: 60 }),
    error: longtext('O que a Anatel respondeu', { writable: false, max: 2_000 }),
    sendings: lineList(sending, 'Envios', { writable: false }),
  },
  list: {
    columns: ['client', 'year', 'step', 'edition', 'sent_on', 'protocol'],
    sort: '-year',
    search: ['client', 'protocol'],
  },
  form: [{ fields: ['client', 'year'] }],
  scope: 'client',
  verbs: ['index', 'show'],
})
export type InfrastructureFiling = RowOf<typeof infrastructureFilings>

const kindNames = {
  estacoes: infrastructureKinds.estacoes.name,
  proprios: infrastructureKinds.proprios.name,
  contratados: infrastructureKinds.contratados.name,
  satelites: infrastructureKinds.satelites.name,
  recibo: 'Recibo',
  recusa: 'Recusa',
} as const

/** Each version has its files, and the regulator's answers: bytes are stored unchanged. */
export const infrastructureFiles = resource({
  path: 'infrastructure-files',
  text: { one: 'arquivo de infraestrutura', many: 'arquivos de infraestrutura', gender: 'm' },
  fields: {
    ...fileFields,
    filing: ref('infrastructure-filings', 'Infraestrutura anual', { required: true, writable: false }),
    kind: choice(kindNames, 'O que é', { required: true, writable: false }),
    edition: integer('Versão', { required: true, writable: false, plain: true }),
    /** The `id` of the layout it was written in. */
    layout: text('Layout', { writable: false, max: 40 }),
    rows: integer('Registros', { writable: false }),
    left_out: integer('Ficaram de fora', { writable: false }),
    reasons: longtext('Por que ficaram de fora', { writable: false, max: 2_000 }),
    ...paperFields,
  },
  list: {
    columns: ['name', 'filing', 'kind', 'edition', 'rows', 'left_out', 'layout', 'user'],
    sort: '-created_at',
    search: ['name', 'protocol'],
    besides: ['protocol', 'verdict', 'words', 'issued_on'],
  },
  form: [{ fields: ['name'] }],
  scope: 'filing',
  verbs: ['index', 'show'],
})
export type InfrastructureFile = ListedOf<typeof infrastructureFiles>
