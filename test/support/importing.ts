import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import type { FileLeftOut } from '#features/platform/imports/section/section.ts'
import type { Mapping } from '#features/regulatory/intake/mapping.ts'
import { readHere } from '#parts/table/read.server.ts'
import { cnpj, fistelOf } from './drafts.ts'
import { dataOf, openWorld, rowsOf, type World } from './world.ts'

export interface ImportPreview {
  readonly data: readonly {
    readonly row: number
    readonly cells: readonly string[]
    readonly verdict: string
    readonly problems: readonly ToldCell[]
    readonly notices: readonly ToldCell[]
    readonly changes: readonly (readonly string[])[]
    readonly state: string | null
    readonly said: string | null
    readonly target: number | null
  }[]
  readonly rows: number
  readonly step: string
  readonly header: readonly string[]
  readonly mapping: Mapping
  readonly counts: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, number>>
  readonly groups: readonly ToldGroup[]
  readonly notices: readonly ToldGroup[]
  readonly left: readonly FileLeftOut[]
}
interface ToldCell {
  readonly column: string | null
  readonly rule: string
  readonly message: string
  readonly among?: readonly string[]
}
interface ToldGroup {
  readonly label: string
  readonly rule: string
  readonly rows: number
  readonly first: number
  readonly last: number
  readonly values: readonly { readonly value: string; readonly rows: number; readonly among?: readonly string[] }[]
}
export type Lines = readonly (readonly (string | number)[])[]

export const csv = (lines: Lines) => lines.map(line => line.join(';')).join('\r\n')

export const accessHeader = [
  'FISTEL',
  'CNPJ',
  'ANO',
  'MES',
  'COD_IBGE',
  'TIPO_CLIENTE',
  'TIPO_ATENDIMENTO',
  'TIPO_MEIO',
  'TIPO_PRODUTO',
  'TIPO_TECNOLOGIA',
  'VELOCIDADE',
  'ACESSOS',
] as const
const access: Readonly<Record<string, string>> = {
  ANO: '2026',
  MES: '9',
  COD_IBGE: '3554102',
  TIPO_CLIENTE: 'PF',
  TIPO_ATENDIMENTO: 'URBANO',
  TIPO_MEIO: 'fibra',
  TIPO_PRODUTO: 'internet',
  TIPO_TECNOLOGIA: 'FTTH',
  VELOCIDADE: '250',
  ACESSOS: '60',
}
/** A row of accesses of a fistel, alike but for what is told. */
export function accessLine(fistel: string, told: Readonly<Record<string, string>> = {}) {
  const cells: Readonly<Record<string, string>> = { ...access, FISTEL: fistel, ...told }
  return accessHeader.map(name => cells[name] ?? '')
}

/** A house spreadsheets come into, for the tests of one `describe`: opened before them, closed after. */
export function importing() {
  let opened: World | undefined
  let n = 8_200_000
  beforeAll(async () => {
    opened = await openWorld()
  })
  afterAll(() => opened?.close())
  const world = () => {
    if (!opened) throw new Error('the house is not open yet')
    return opened
  }
  const next = () => ++n

  const fresh = () => cnpj(next())
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'staffA') =>
    world().call(who, method, path, body === undefined ? {} : { body })
  const send = (resource: string, lines: Lines | string, { who = 'staffA', name = 'planilha.csv', more = '' } = {}) =>
    world().call(who, 'POST', `imports/arquivo?resource=${resource}&name=${name}${more}`, {
      body: typeof lines === 'string' ? lines : csv(lines),
      headers: { 'content-type': 'application/octet-stream' },
    })
  const settled = () => world().runner.settled()
  const preview = async (uuid: string, query = '', who = 'staffA') =>
    (await call('GET', `imports/${uuid}/conferencia${query}`, undefined, who)).body.data as ImportPreview
  const row = async (uuid: string) => dataOf(await call('GET', `imports/${uuid}`))
  /** Sent and judged. */
  async function judged(resource: string, lines: Lines | string, more = {}) {
    const sent = await send(resource, lines, more)
    if (sent.status !== 201) throw new Error(sent.text)
    await settled()
    return dataOf(sent).uuid
  }
  async function prepare(uuid: string, mode: string, match_by: string) {
    const { mapping } = await preview(uuid)
    const reply = await call('PUT', `imports/${uuid}/preparar`, { mapping, mode, match_by })
    await settled()
    return reply
  }
  async function run(uuid: string, whole = false) {
    const reply = await call('PUT', `imports/${uuid}/importar`, { whole })
    await settled()
    return reply
  }
  async function undo(uuid: string) {
    const reply = await call('PUT', `imports/${uuid}/desfazer`, {})
    await settled()
    return reply
  }
  /** The number of a new fistel of a client and service. */
  async function fistelWith(term: string, client_id: unknown) {
    const { rows } = await sql<{ id: number }>`select id from service_types where term = ${term}`.execute(world().db)
    const fistel = fistelOf(next())
    await world().make(fistels, 'A1', { fistel, client_id, service_type_id: rows[0]?.id, active_anatel: true })
    return fistel
  }
  /** The rows that did not come in, as the file of them says. */
  async function refusedOf(uuid: unknown) {
    const file = await world().app.inject({
      url: `/api/v1/imports/${String(uuid)}/recusadas`,
      headers: { authorization: `Bearer ${await world().enter('staffA', world().people.staffA)}` },
    })
    const table = await readHere(new Uint8Array(file.rawPayload))
    if (typeof table === 'string') throw new Error(table)
    const [first, ...others] = table.records
    if (!first) throw new Error('nothing was refused')
    return { header: table.header, records: [first, ...others] } as const
  }
  const byDocument = async (document: string, who = 'staffA') =>
    rowsOf(await call('GET', `clients?filter[document]=${document}`, undefined, who))[0]

  return {
    world,
    next,
    fresh,
    call,
    send,
    settled,
    preview,
    row,
    judged,
    prepare,
    run,
    undo,
    fistelWith,
    refusedOf,
    byDocument,
  }
}
