import { createDeflate } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pdfOf } from '#test/support/receipts.ts'
import { receiving } from '#test/support/receiving.ts'

describe('files that are dropped', () => {
  const { world, call, sent, attach, open, dropped, all, told, receiptsOf, plain, attachByHand } = receiving()

  test('the same file is kept once: in one drop, in another, at the same moment, and when it was given by hand', async () => {
    const [one, hand] = [await sent('Recibo Repetido'), await sent('Recibo por Mão')]
    const bytes = await plain(one)
    const first = await dropped({ 'a.pdf': bytes, 'b.pdf': bytes })
    expect(await told(first)).toMatchObject([
      ['a.pdf', 'guardado', expect.anything()],
      ['b.pdf', 'repetido', expect.stringContaining('como “a.pdf”')],
    ])
    const second = await dropped({ 'c.pdf': bytes })
    expect((await all(second))[0]?.why).toContain('está guardado: Recibo Repetido')
    expect(await receiptsOf(one.coleta)).toHaveLength(1)
    await call('PUT', `receipt-drops/${first}/desfazer`)

    const drops = await Promise.all(Array.from({ length: 4 }, () => open()))
    await Promise.all(drops.map(drop => attach(drop, 'd.pdf', bytes)))
    await Promise.all(drops.map(drop => call('PUT', `receipt-drops/${drop}/ler`)))
    await world().runner.settled()
    const states = (await Promise.all(drops.map(drop => all(drop)))).flat().map(({ state }) => state)
    expect(states.toSorted()).toEqual(['guardado', 'repetido', 'repetido', 'repetido'])
    expect(await receiptsOf(one.coleta)).toHaveLength(1)

    const given = await plain(hand)
    await attachByHand(hand.coleta.uuid, 'mao.pdf', given)
    const third = await dropped({ 'e.pdf': given })
    expect((await all(third))[0]?.why).toBe('O mesmo arquivo já é recibo da coleta de jul/2026 de Recibo por Mão.')
  })

  test('of two receipts for one coleta, dropped at once, one is kept and the other told', async () => {
    const one = await sent('Recibo Disputado')
    const drops = await Promise.all([open(), open()])
    for (const [at, drop] of drops.entries()) await attach(drop, `${at}.pdf`, await plain(one, { more: [`via ${at}`] }))
    await Promise.all(drops.map(drop => call('PUT', `receipt-drops/${drop}/ler`)))
    await world().runner.settled()
    const rows = (await Promise.all(drops.map(drop => all(drop)))).flat()
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['bandeja', 'guardado'])
    expect(rows.find(({ state }) => state === 'bandeja')?.why).toBe('A coleta de jul/2026 já tem recibo.')
  })

  test('twelve drops at once are each read whole, whoever dropped them', async () => {
    const owners = []
    for (let n = 0; n < 12; n++) owners.push(await sent(`Doze ${n}`))
    const drops = await Promise.all(
      owners.map(async (owner, n) => {
        const who = n % 2 ? 'adminA' : 'staffA'
        const drop = await open(who)
        await attach(drop, `doze-${n}.pdf`, await plain(owner), who)
        await attach(drop, `mudo-${n}.pdf`, await pdfOf([`mudo ${n}`], { scanned: true }), who)
        expect((await call('PUT', `receipt-drops/${drop}/ler`, undefined, who)).status).toBe(200)
        return drop
      }),
    )
    await world().runner.settled()
    for (const [n, drop] of drops.entries()) {
      expect((await all(drop)).map(({ state }) => state)).toEqual(['guardado', 'bandeja'])
      expect(await receiptsOf(owners[n]?.coleta ?? { id: 0 })).toMatchObject([{ name: `doze-${n}.pdf` }])
    }
  })

  test('what is no PDF, is broken, hollow, hostile, too large or one too many is told in a sentence', async () => {
    const drop = await open()
    const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    const answered = async (name: string, bytes: Buffer) => Object((await attach(drop, name, bytes)).body.data)
    expect(await answered('foto.pdf', jpg)).toMatchObject({
      state: 'recusado',
      why: expect.stringContaining('não é de um arquivo pdf'),
    })
    expect(await answered('foto.jpg', jpg)).toMatchObject({
      state: 'recusado',
      why: expect.stringContaining('Só PDFs'),
    })
    const refused = await answered('outra.jpg', jpg)
    expect((await call('GET', `internal-uploads/get-file/${refused.uuid}`)).status).toBe(404)
    expect(await answered('vazio.pdf', Buffer.alloc(0))).toMatchObject({ state: 'recusado' })
    expect(await answered('quebrado.pdf', Buffer.from('%PDF-1.7\nnada que se leia'))).toMatchObject({
      state: 'na-fila',
    })
    expect(await answered('oco.pdf', hollow)).toMatchObject({ state: 'na-fila' })
    expect(await answered('bomba.pdf', await bomb())).toMatchObject({ state: 'na-fila' })
    expect((await attach(drop, 'grande.pdf', Buffer.alloc(30 * 1024 * 1024, 32))).status).toBe(413)
    const one = await sent('Depois da Bomba')
    await attach(drop, 'depois.pdf', await plain(one))
    await call('PUT', `receipt-drops/${drop}/ler`)
    await world().runner.settled()
    expect((await all(drop)).slice(4).map(({ name, state, why }) => [name, state, why])).toEqual([
      ['quebrado.pdf', 'bandeja', expect.stringContaining('danificado')],
      ['oco.pdf', 'bandeja', expect.stringMatching(/nenhuma página|danificado/)],
      ['bomba.pdf', 'bandeja', expect.stringContaining('memória ou tempo demais')],
      ['depois.pdf', 'guardado', null],
    ])

    const full = await open()
    await sql`
      insert into receipts (name, ext, size, drop_id) select 'x.pdf', 'pdf', 1, d.id
      from receipt_drops d, generate_series(1, 200) where d.uuid = ${full}`.execute(world().db)
    expect((await attach(full, 'um-a-mais.pdf', await plain(one))).body.message).toContain('até 200 arquivos')
  }, 240_000)
})

const hollow = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R/Size 3>>',
)

/** A page whose words are 800 MB of blanks, in less than one of file. */
async function bomb(): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const over = new Promise(resolve => deflate.on('end', resolve))
  const blank = Buffer.alloc(8 * 1024 * 1024, 32)
  for (let n = 0; n < 100; n++) if (!deflate.write(blank)) await new Promise(resolve => deflate.once('drain', resolve))
  deflate.end()
  await over
  const stream = Buffer.concat(parts)
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>endobj\n' +
        `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>'),
  ])
}
