import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { Field, Format } from '#kernel/field.ts'
import { listedFields } from '#kernel/page.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ImportSection } from '#features/platform/imports/section/section.ts'
import { sections } from '#features/platform/imports/section/sections.ts'
import { cnpj, fistelOf } from '#test/support/drafts.ts'
import { accessHeader, accessLine, importing, type ImportPreview } from '#test/support/importing.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

// What a list gives as a spreadsheet, imported again as it is, must change nothing, whatever its records hold.

/** Texts that a spreadsheet, a CSV or a reader of cells may take for something else. */
const hostile = [
  '=1+1',
  '+55 12',
  '-5',
  '@nome',
  "'aspas",
  "'=1+1",
  "'0012",
  "''0012",
  '0012',
  '123456789012345678',
  '1E+5',
  '1,17678E+13',
  '#N/D',
  'Err:502',
  'N/I',
  '-',
  '0',
  '1.250',
  '1,250',
  '12/03/2018',
  'Sim',
  'a;b',
  'a"b',
  '"a"',
  'a|b',
  'a  b',
  'Código',
  'São João d’Oeste',
  '🛰️ estação',
  'TOTAL',
] as const
const long = [
  'primeira\nsegunda',
  'tab\taqui',
  'retorno\r\naqui',
  'a\rb',
  'a\n\n\nb',
  'nbsp\u00a0aqui',
  'a\u200bb',
  'a\u000bb',
  'João: 98000-1000; x',
] as const

const formatted: Partial<Readonly<Record<Format, (n: number) => string>>> = {
  email: n => `${['a', 'x+y', '0', 'n.i', 'nenhum'][n % 5]}.${n}@exemplo.com.br`,
  phone: n => ['08007771234', '1140045678', '12997123456', '40041234', '+551234567890'][n % 5] ?? '',
  document: cnpj,
  fistel: fistelOf,
  station_number: n => String(n),
}
const pick = <T>(among: readonly T[], n: number): T | undefined => among[n % among.length]

/** The `n`-th value a field may take. */
function valueOf({ kind, options }: Field, n: number, ids: readonly number[]): unknown {
  if (options.format) return formatted[options.format]?.(n)
  const { min = 0, max = 1_000_000, scale = 2 } = options
  switch (kind) {
    case 'text':
      return pick(hostile, n)?.slice(0, options.max ?? 255)
    case 'longtext':
      return pick([...long, ...hostile], n)
    case 'integer':
      return min + (n % (max - min + 1))
    case 'decimal':
    case 'money':
    case 'percent':
      return Number(pick([min, max, min + 1.5, min + 12, min + 100.25, min + 0.01], n)?.toFixed(scale))
    case 'flag':
      return n % 2 === 0
    case 'date':
      return pick(['1900-01-01', '1900-02-28', '1900-03-01', '1969-12-31', '1999-02-03', '2018-03-12', '2025-02-01'], n)
    case 'choice':
      return pick(Object.keys(options.choices ?? {}), n)
    case 'ref':
      return pick(ids, n)
    default:
      return undefined
  }
}

/** What is wrong with rows, or changes in them, each once. */
const oddIn = ({ data }: ImportPreview) => [
  ...new Set(
    data
      .filter(({ verdict }) => verdict !== 'igual')
      .flatMap(({ problems, changes }) => [
        ...problems.map(({ column, message }) => `${column}: ${message}`),
        ...changes.map(change => JSON.stringify(change)),
      ]),
  ),
]

describe('the spreadsheet of a list, imported again', () => {
  const { world, next, call, settled, preview, judged, run, fistelWith } = importing()
  const homonyms: number[] = []
  const idsOf = async (to = '', among: Readonly<Record<string, string>> = {}) => {
    if (to === 'clients') return homonyms
    const filter = Object.entries(among).map(([name, value]) => `&filter[${name}]=${encodeURIComponent(value)}`)
    const { body } = await call('GET', `${to}?pagination=false&sort=id${filter.join('')}`)
    return (Array.isArray(body.data) ? body.data : []).map(({ id }: { id: number }) => id).slice(0, 40)
  }

  /** Records of every value its fields may take; a value the server refuses is left out. */
  async function filled({ of }: ImportSection, rows: number) {
    const writable = Object.entries(of.fields).filter(([, { writable: may, kind }]) => may && kind !== 'many')
    const ids = new Map<string, readonly number[]>()
    for (const [name, { kind, options }] of writable)
      if (kind === 'ref') ids.set(name, await idsOf(options.to, options.among))
    for (let row = 0; row < rows; row++) {
      const n = next()
      const draft: Record<string, unknown> = {}
      for (const [at, [name, field]] of writable.entries()) {
        const unique = field.options.format !== undefined
        const value = valueOf(field, unique ? n : row + at, ids.get(name) ?? [])
        if (value !== undefined) draft[keyOf(name, field)] = value
      }
      // One client of two that are called the same has the account.
      if (of.path === 'stations') delete draft.fistel_id
      await stored(of, draft)
    }
  }
  async function stored(of: AnyResource, draft: Record<string, unknown>) {
    for (let tries = 0; tries < 30; tries++) {
      const made = await call('POST', of.path, draft)
      if (made.status === 201) return dataOf(made)
      const wrong = Object.keys(made.body.errors ?? {}).map(path => path.split('.')[0] ?? '')
      if (!wrong.length) throw new Error(made.text)
      for (const name of wrong) delete draft[name]
      if (!Object.keys(draft).length) throw new Error(made.text)
    }
    throw new Error(`no ${of.path} could be made`)
  }

  async function returned(path: string, format: string, query = '') {
    const token = await world().enter('staffA', world().people.staffA)
    const file = await world().app.inject({
      url: `/api/v1/${path}/csv?format=${format}&pagination=false${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([path, query, file.statusCode]).toEqual([path, query, 200])
    return world().call('staffA', 'POST', `imports/arquivo?resource=${path}&name=lista.${format}&again=true`, {
      body: file.rawPayload,
      headers: { 'content-type': 'application/octet-stream' },
    })
  }

  test.each(sections.filter(({ groups }) => !groups).map(section => [section.of.path, section] as const))(
    '%s: nothing changes',
    async (path, section) => {
      if (!homonyms.length)
        for (let at = 0; at < 3; at++)
          homonyms.push(
            Number((await world().make(clients, 'A1', { name: 'Rede Homônima', document: cnpj(next()) })).id),
          )
      await filled(section, 70)
      for (const format of ['csv', 'xlsx']) {
        const sent = await returned(path, format)
        expect([sent.status, sent.body.message]).toEqual([201, expect.any(String)])
        await settled()
        const { uuid } = dataOf(sent)
        const seen = await preview(uuid)
        expect([format, seen.counts, oddIn(seen)]).toEqual([format, { igual: seen.rows }, []])
      }
    },
    180_000,
  )

  test.each(sections.filter(({ groups }) => !groups).map(section => [section.of.path, section] as const))(
    '%s: nor does a list of some of its columns',
    async (path, { of }) => {
      for (const [name] of listedFields(of, false)) {
        if (['id', 'active'].includes(name)) continue
        const sent = await returned(path, 'csv', `&columns=id,${name}`)
        await settled()
        const seen = await preview(dataOf(sent).uuid)
        expect([name, seen.counts, oddIn(seen)]).toEqual([name, { igual: seen.rows }, []])
      }
    },
    180_000,
  )

  test('the monthly file of a coleta, and the workbook it is saved as, change nothing', async () => {
    const { id } = await world().make(clients, 'A1', {
      name: 'Dono do Arquivo',
      document: cnpj(next()),
      client_users: [],
    })
    const fistel = await fistelWith('045', id)
    const speeds = ['0,001', '0,5', '2,0480', '12', '999,9990', '1000', '1024,5', '10000']
    const lines = speeds.map((VELOCIDADE, at) => accessLine(fistel, { VELOCIDADE, ACESSOS: String(at + 1) }))
    const uuid = await judged('collects', [accessHeader, ...lines.map(line => line.with(1, ''))])
    await run(uuid)
    const [made] = rowsOf(await call('GET', `collects?filter[client_id]=${id}`))
    const token = await world().enter('staffA', world().people.staffA)
    const file = await world().app.inject({
      url: `/api/v1/collects/${made?.id}/file`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(file.statusCode).toBe(200)
    const table = file.body.replace('\ufeff', '').trim().split('\r\n').map(line => line.split(';')) // prettier-ignore
    const numbers = table.map((line, row) => line.map((cell, at) => (row > 0 && at > 0 && /^[\d,]+$/.test(cell) ? Number(cell.replace(',', '.')) : cell))) // prettier-ignore
    const workbook = await writeXlsx({ sheets: [{ name: 'Acessos', rows: numbers }] })
    for (const [format, body] of [
      ['csv', file.rawPayload],
      ['xlsx', Buffer.from(workbook)],
    ] as const) {
      const sent = await world().call(
        'staffA',
        'POST',
        `imports/arquivo?resource=collects&name=mes.${format}&again=true`,
        {
          body,
          headers: { 'content-type': 'application/octet-stream' },
        },
      )
      await settled()
      const again = String(dataOf(sent).uuid)
      const { mapping } = await preview(again)
      const columns = { ...mapping.columns, fistel: { from: 'valor', text: fistel } }
      const prepared = { mapping: { ...mapping, columns }, mode: 'ambos', match_by: 'fistel' }
      await call('PUT', `imports/${again}/preparar`, prepared)
      await settled()
      const { counts, groups } = await preview(again)
      expect([format, counts, groups]).toEqual([format, { igual: speeds.length }, []])
    }
  })
})
