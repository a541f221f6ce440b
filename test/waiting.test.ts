import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recording } from './support/statements.ts'
import { openWorld, rowsOf, type World } from './support/world.ts'

// What one person asks for never keeps the others waiting: long lists are read a piece at a time, files wait for their turn.

describe('nobody makes the others wait', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await sql`insert into ticket_types (name, slug) select 'Tipo ' || lpad(n::text, 5, '0'), 'tipo-' || n from generate_series(1, 10500) n`.execute(
      world.db,
    )
  })
  afterAll(() => world.close())

  const names = 'ticket-types?pagination=false&sort=name'
  /** What is asked of the database beside who asks; the queue of jobs is nobody's request. */
  async function asked(url: string) {
    const statements = recording(world.database.pool)
    const reply = await world.call('superAdmin', 'GET', url)
    return { reply, texts: statements.stop().flatMap(({ text }) => (text.includes('ticket_types') ? [text] : [])) }
  }

  test('a list too long to be answered whole is refused by its keys, and its rows are not read', async () => {
    const { reply, texts } = await asked(names)
    expect([reply.status, reply.text]).toEqual([422, expect.stringContaining('mais de 10.000 registros')])
    expect(texts).toEqual([expect.stringMatching(/^select t\.id from/)])
  })

  test('a long list is read a few hundred rows at a time, and answered whole and in order', async () => {
    const { reply, texts } = await asked(`${names}&filter[id][lte]=5000`)
    const rows = rowsOf(reply)
    const titles = rows.map(({ name }) => String(name))
    expect(rows.length).toBeGreaterThan(4_900)
    expect(reply.body.total).toBe(rows.length)
    expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, 'pt-BR')))
    expect(texts).toHaveLength(1 + Math.ceil(rows.length / 500))
    const page = await world.call('superAdmin', 'GET', 'ticket-types?sort=name&filter[id][lte]=5000&per_page=1')
    expect(rows[0]).toEqual(rowsOf(page)[0])
  })

  test('the spreadsheet of a long list holds every row once', async () => {
    const { reply } = await asked('ticket-types/csv?filter[id][lte]=5000')
    const lines = reply.text.trim().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThan(4_900)
  })

  test('no statement is compiled for longer than it runs', async () => {
    const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(world.db)
    expect(rows).toEqual([{ jit: 'off' }])
  })

  test('twelve files of one person are one wait for another: hers is read, and most of his are told when to come again', async () => {
    const send = (who: 'staffA' | 'adminA', n: number) =>
      world.call(who, 'POST', `imports/arquivo?resource=clients&name=${who}-${n}.xlsx`, {
        body: workbook(n),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const flood = Array.from({ length: 12 }, (_, n) => send('staffA', n))
    const hers = send('adminA', 99)
    expect((await hers).status).toBe(201)
    const replies = await Promise.all(flood)
    const refused = replies.filter(({ status }) => status === 503)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(12 - refused.length)
    expect(refused.length).toBeGreaterThanOrEqual(6)
    for (const { headers, text } of refused)
      expect([headers['retry-after'], text]).toEqual([
        '15',
        expect.stringContaining('Há arquivos seus esperando a vez'),
      ])
  })
})

/** A workbook of one client, whom nobody else has. */
function workbook(n: number): Buffer {
  const text = (written: string) => new TextEncoder().encode(written)
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const row = (...values: string[]) => `<row>${values.map(cell).join('')}</row>`
  const rel = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': text('<Types/>'),
      '_rels/.rels': text(`<Relationships>${rel('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`),
      'xl/_rels/workbook.xml.rels': text(
        `<Relationships>${rel('s', 'worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
      ),
      'xl/workbook.xml': text('<workbook><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': text(
        `<worksheet><sheetData>${row('Razão social', 'Telefone')}${row(`Provedor ${n}`, '')}</sheetData></worksheet>`,
      ),
    }),
  )
}
