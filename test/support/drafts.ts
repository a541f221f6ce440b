import { barsOf, lineOf as typedLine } from '#features/billing/bills/slip/numbers.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { address } from '#parts/address/address.ts'
import type { Field, Fields, Format, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { metaTypeId, type Meta } from '#kernel/meta.ts'

export type Draft = Readonly<Record<string, unknown>>

/** What a draft is made from: a number no other draft has, a mark for its texts, and rows to point to. */
export interface Material {
  readonly n: number
  /** Letters and digits alone: it stands in every text, e-mails and addresses included. */
  readonly mark: string
  /** Another number each time it is asked: of months. */
  readonly month: () => number
  /** Another two each time, of the rows a link has: no two connections join the same. */
  readonly pair: () => readonly [number, number]
  /** The id of a row of the resource `to`; the `i`-th, so that lines differ. Null where there is none yet. */
  readonly ref: (to: string, i: number) => number | null
}

/** A draft the server must accept: every writable field filled, one line in each list of lines. */
export const draftOf = (resource: AnyResource, material: Material): Draft => {
  const whole = { ...fill(resource.fields, material, 0), ...fitting[resource.path]?.(material) }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** Codes of IBS and CBS are digits. */
export const taxCodes = { indicador_operacao: '030101', cst: '000', classificacao_tributaria: '000001' }

/** What must be said where not any text will do. */
const fitting: Readonly<Record<string, (material: Material) => Draft>> = {
  // People of a client, as soon as there is one.
  users: ({ ref }) => {
    const client_id = ref('clients', 0)
    return { clientUser: client_id === null ? [] : [{ client_id }] }
  },
  empresas: material => {
    const { shape = {} } = empresas.fields.servicos.options
    return { servicos: [{ ...lineOf(shape, material, 0), ...taxCodes }] }
  },
  // Each with days of their own.
  absences: ({ n }) => ({ since: dayAt(n), until: dayAt(n) }),
  // For all of the house and all of its clients, so that everybody sees it.
  informative: () => ({
    audience: 'todos',
    empresa_id: undefined,
    profiles: [],
    client_types: [],
    publish_at: '2024-02-29T12:00:00.000Z',
    expires_at: null,
    mandatory: false,
    read_again: null,
  }),
  // In use since it is registered.
  fistels: () => ({ since: null }),
  // At the start, where none is under another.
  pages: () => ({ audience: 'todos', parent_id: undefined }),
  // What is owed falls due after it was issued, and under its bars there are only digits.
  'bills-to-receive': ({ n }) => ({
    issue_date: '2026-01-05',
    discount_until: null,
    due_date: '2026-02-05',
    discount: 0,
    bar_code: typedLine(
      barsOf({ bank: '001', due_date: '2026-02-05', cents: 10_000, free: String(n).padStart(25, '0') }),
    ),
  }),
  // Of all companies, so that everybody sees it.
  'checking-accounts': ({ n }) => ({
    empresa_id: undefined,
    bank: 756,
    agency: '4277',
    agency_digit: '3',
    account: String(n),
    account_digit: '0',
    wallet: '1',
    wallet_variation: null,
    registration: 'manual',
    agreement: String(n),
    transmission_code: String(n),
    pix_kind: 'email',
    pix_key: `pix${n}@exemplo.com.br`,
  }),
  'late-charges': ({ n }) => ({ since: dayAt(n), fine: 2, interest: 1 }),
  exports: () => ({ resource: 'plans', query: 'search=zz' }),
  'webhook-endpoints': ({ n }) => ({ url: `https://recebe${n}.exemplo.com.br/avisos`, types: ['clients.update'] }),
  // What is finished is not come back to.
  'ticket-macros': () => ({ turn: null }),
  // Whoever asked is of the client, and nobody there is.
  tickets: () => ({ requester_id: undefined, remind_on: null }),
  // Stations may be virtual or their owner's own, not both.
  // One calendar each, and its own.
  tarefas: ({ n }) => ({
    obligation: null,
    recurrence: 'mensal',
    day: (n % 28) + 1,
    once_on: null,
    dates: [{ month: (n % 12) + 1, day: 9, opens_month: null, opens_day: null }],
  }),
  'client-tarefas': () => ({ opens_on: '2024-02-01', due_on: '2024-02-20', legal_on: '2024-02-25' }),
  // In the first municipality of the list, Abadia de Goiás: a place is in the one it names.
  stations: material => ({
    station_type: 'propria',
    is_virtual: false,
    station_number: String(material.n),
    valid_until: null,
    // Its own client shares it with nobody: it would be with itself.
    client_shared_stations: [],
    address: [{ ...lineOf(address, material, 0), lat: -16.7573, lng: -49.4412 }],
  }),
  'station-links': ({ ref }) => ({
    create_anyway: true,
    stations: Array.from({ length: linked }, (_, i) => ({ station_id: ref('stations', i) })),
  }),
  'station-link-property-connections': ({ ref, pair }) => {
    const [one, other] = pair()
    return { station_1_id: ref('stations', one), station_2_id: ref('stations', other) }
  },
  // A fistel has one a month, from the first layout to 2099. In steps of 269 the month before one is made 79 drafts later: nothing is ready to be copied from it.
  collects: ({ month }) => {
    const at = (month() * 269) % (77 * 12)
    return { year: 2023 + Math.floor(at / 12), month: 1 + (at % 12) }
  },
}

/** The `n`-th day from the first of 2030. */
const dayAt = (n: number) => new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10)

/** Stations of every link: of them there are pairs for 300 connections. */
export const linked = 25
/** The `n`-th two of `linked`, over and over. */
export function pairOf(n: number): readonly [number, number] {
  const pairs = Array.from({ length: linked }, (_, i) => Array.from({ length: i }, (_, j) => [j, i] as const)).flat()
  return pairs[n % pairs.length] ?? [0, 1]
}

/** What must be said where a job would not leave any value. */
const leaving: Readonly<Record<string, Draft>> = {
  // Somebody of the house: its second profile.
  people: { profile_id: 2 },
  // A draft.
  'page-versions': { number: null, published_at: null },
  'bill-payments': {
    value: 10,
    settled: 10,
    fine: 0,
    interest: 0,
    discount: 0,
    over: 0,
    reversed_at: null,
    reversed_by_id: null,
    reason: null,
  },
  handovers: { undone_at: null, undone_by_id: null },
  imports: { resource: 'clients', state: 'em-preparo', match_by: 'document' },
  // The first user's own, about no row.
  notices: { resource: '', row_uuid: '', user_id: 1, read_at: null },
  'tarefa-syncs': { state: 'concluido' },
  'month-openings': { state: 'concluido', month: 5, year: 2030 },
  'bill-closings': { state: 'concluido' },
  'receipt-drops': { state: 'recebendo', finished_at: null, undone_at: null },
  // Nobody read it yet.
  receipts: { state: 'na-fila', sha256: null, found: null, deed: null, settled_at: null },
  // Nothing was generated yet.
  'infrastructure-filings': { step: 'em-aberto', edition: 0, sent_on: null },
  // It waits for a person, and its original is not kept.
  'incoming-mails': { state: 'bandeja', sha256: null, ticket_id: null, settled_at: null },
  // It asked for nothing, and stands.
  'order-services': {
    criar_contas_a_receber: false,
    gerar_nota_fiscal: false,
    gerar_boleto: false,
    bill_id: null,
    invoice_id: null,
    called_off_at: null,
  },
  // It failed for good: nobody sends it again by itself.
  'integration-queues': { state: 'falhou', kind: 'envio', integration: 'cnpja' },
  // Nothing is done to it any more, by hand or by itself.
  'service-invoices': { state: 'cancelada', replaces_id: null },
  // Nobody sends it again by itself.
  mails: {
    state: 'enviado',
    kind: 'teste',
    letter: JSON.stringify({
      name: 'Ana',
      reason: 'Para ver se chega.',
      label: 'Abrir',
      terms: [],
      link: 'http://localhost',
    }),
  },
}

/** What a job leaves behind: the columns nobody writes too. */
export const leftBehind = (resource: AnyResource, material: Material): Draft => {
  const columns = Object.entries(resource.fields).filter(([, { kind, options }]) => kind !== 'many' && !options.derived)
  const values = Object.fromEntries(columns.map(([name, field]) => [keyOf(name, field), valueOf(field, material)]))
  return { ...values, ...leaving[resource.path] }
}

/** The `i`-th of a row's lines: its references are other rows than those of the line before. */
export const lineOf = (shape: Fields, material: Material, i: number): Draft => fill(shape, material, i)

/** A field defined at run time says itself what its value may be. */
const runtimeField = ({ mark, n }: Material): Meta => {
  const extras = { label: mark, class: 'col-12', hidden: false, options: [], model: null } as const
  const group = { internal_key: null, meta_type_id: metaTypeId('group'), value: null, extras }
  const days = {
    key: 'dias',
    internal_key: null,
    meta_type_id: metaTypeId('number'),
    value: '12,5',
    extras,
    fields: [],
  }
  return {
    ...group,
    key: `prazo${n}`,
    extras: { ...extras, class: 'col-6' },
    fields: [{ ...group, key: 'dentro', fields: [days] }],
  }
}

function fill(fields: Fields, material: Material, i: number): Draft {
  const writable = Object.entries(fields).filter(([, field]) => field.writable)
  // Two references to one resource point to two rows.
  const before = (at: number, to: string | undefined) =>
    writable.slice(0, at).filter(([, { options }]) => to !== undefined && options.to === to).length
  return Object.fromEntries(
    writable.map(([name, field], at) => [
      keyOf(name, field),
      valueOf(field, material, i + before(at, field.options.to)),
    ]),
  )
}

export const valueOf = (field: Field, material: Material, i = 0): unknown => samples[field.kind](field, material, i)

const words = ({ options: { max = 255 }, label }: Field, { mark, n }: Material) =>
  `Água ${mark} ${n} ${label}`.slice(0, max)
const fraction = ({ options: { min = 0 } }: Field, n: number) => Math.max(min, (n % 80) + 0.25)

/** Rows a reference may point to go by their section, and by what narrows them: 'statuses Client'. */
export const placeOf = (to: string, among: Readonly<Record<string, string>> = {}) =>
  [to, ...Object.values(among)].join(' ')

const samples: Readonly<Record<Kind, (field: Field, material: Material, i: number) => unknown>> = {
  text: (field, material) => {
    const { format, max = 255 } = field.options
    return format ? formatted[format](material).slice(0, max) : words(field, material)
  },
  longtext: (field, material) => `${words(field, material)}\nsegunda linha`,
  richtext: (field, material) => `<p>${words(field, material)}</p>`,
  integer: ({ options: { min = 0, max = 1_000_000 } }, { n }) => min + (n % (max - min + 1)),
  decimal: (field, { n }) => fraction(field, n),
  money: (field, { n }) => fraction(field, n),
  // All amounts of a draft are alike: each is the whole of the other.
  percent: () => 100,
  flag: ({ options }) => options.default ?? false,
  date: (_field, { n }) => `2024-02-${String((n % 29) + 1).padStart(2, '0')}`,
  instant: (_field, { n }) => `2024-02-29T12:00:${String(n % 60).padStart(2, '0')}.000Z`,
  choice: ({ options: { choices = {} } }, { n }) => Object.keys(choices)[n % Object.keys(choices).length],
  ref: ({ options: { to = '', among } }, { ref }, i) => ref(placeOf(to, among), i),
  words: (field, material) => [
    words({ ...field, options: { max: field.options.max ?? 40 } }, material).trim(),
    'Anatel',
  ],
  metas: (_field, material) => [runtimeField(material)],
  many: ({ options: { shape = {}, mirrored } }, material) => {
    // The other side writes them.
    if (mirrored) return []
    const line = fill(shape, material, 0)
    // A line about what is not there yet is left for later.
    const lacks = Object.entries(shape).some(([name, field]) => field.required && line[keyOf(name, field)] === null)
    return lacks ? [] : [line]
  },
}

const states = ['SP', 'RJ', 'MG', 'BA', 'PR', 'SC', 'RS']
const formatted: Readonly<Record<Format, (material: Material) => string>> = {
  email: ({ mark, n }) => `${mark.toLowerCase()}.${n}@exemplo.com.br`,
  url: ({ mark, n }) => `https://exemplo.com.br/${mark}/${n}`,
  document: ({ n }) => cnpj(n),
  cnpj: ({ n }) => cnpj(n),
  phone: ({ n }) => `+55129${String(90_000_000 + n)}`,
  zipcode: ({ n }) => String(12_000_000 + n),
  fistel: ({ n }) => fistelOf(n),
  station_number: ({ n }) => String(1_000_000_000 + n),
  uf: ({ n }) => states[n % states.length] ?? 'SP',
  tag: ({ mark, n }) => `${mark}${n}`,
  password: ({ n }) => `quatro cavalos no telhado ${n}`,
}

/** The `n`-th text of the format a schema describes by its message. */
export function textSaid(message: string, n: number): string | undefined {
  const found = Object.entries(formats).find(([, format]) => format.message === message)?.[0]
  const make = Object.entries(formatted).find(([name]) => name === found)?.[1]
  return make?.({ n, mark: 'zzALLzz', month: () => 1, pair: () => [0, 1], ref: () => null })
}

/** The `n`-th CNPJ with its verifying digits. */
export function cnpj(n: number): string {
  const base = `${String(11_000_000 + n)}0001`
  const first = verify(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  return `${base}${first}${verify(`${base}${first}`, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])}`
}

/** Where whoever is served may be found, in this city. */
export const addressIn = (city_id: number) => ({
  address: 'Rua das Palmeiras',
  number: '100',
  neighborhood: 'Centro',
  zipcode: '12020000',
  city_id,
  address_type_id: 1,
})

/** The `n`-th Fistel: nine digits and the two that check them, as in a CPF. */
export function fistelOf(n: number): string {
  const base = String(502_000_000 + n)
  const first = verify(base, [10, 9, 8, 7, 6, 5, 4, 3, 2])
  return `${base}${first}${verify(`${base}${first}`, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])}`
}

function verify(digits: string, weights: readonly number[]): number {
  const rest = weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Values no field of the kind takes: none is turned into what it is not. */
export const wrongFor = ({ kind, options }: Field): readonly unknown[] => [
  // More decimals than half a place has are rounded.
  ...wrong[kind].filter(value => !options.axis || typeof value !== 'number' || Math.abs(value) > 180),
  ...(options.format ? ['% %'] : []),
]

const texts: readonly unknown[] = [1, true, {}, ['a'], 'nul \0', 'half \ud800']
const numbers: readonly unknown[] = ['1', true, {}, [1], 1e300]
const wrong: Readonly<Record<Kind, readonly unknown[]>> = {
  text: [...texts, 'a'.repeat(300)],
  longtext: [...texts, 'a'.repeat(10_001)],
  richtext: [...texts, 'a'.repeat(50_001)],
  integer: [...numbers, 1.5, 2 ** 31],
  decimal: [...numbers, 0.123_456_789],
  money: [...numbers, 1.005],
  percent: [...numbers, 100.01, -1],
  flag: ['true', 1, 0, 'sim', null],
  date: [20_260_101, '2026-02-30', '01/02/2026', '2026-1-1', '0026-01-01'],
  instant: [0, '2026-01-01', 'ontem'],
  choice: [0, 'toString', 'nenhuma'],
  ref: ['1', 0, -1, 1.5, {}, true],
  words: ['a', {}, 1, [1], [''], ['a', 'a'], ['a'.repeat(300)], [null]],
  metas: ['a', {}, 1, [1], [{ nothing: 1 }], [{ key: 'a', meta_type_id: 99, extras: { label: 'a' } }], null],
  many: ['a', {}, 1, [1], [{ nothing: 1 }]],
}
