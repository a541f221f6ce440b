import * as fc from 'fast-check'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaTypeId } from '#kernel/meta.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { strangeIn } from '#features/billing/invoices/dps/fits.ts'
import { invoiceFileHash } from '#features/billing/invoices/item.server.ts'
import { asaasFields, dpsFields, fieldLabels, fitMapped } from '#features/billing/invoices/dps/mapped.ts'
import { stations } from '#features/network/stations/stations.ts'
import { readStored } from '#parts/file/store.server.ts'
import { noteOf, readyToIssue, someOrder } from '#test/support/invoicing.ts'
import { mapClientFields, surroundingsOf } from '#test/support/mapping.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

// A field defined at run time and mapped to an emitter's own goes out with the next note, or the note is refused in words.

const filled = {
  xInfComp: 'Contrato 12/2026 – vistoria\nda torre',
  cNBS: '1.1401.12.00',
  cIntContrib: 'OUT31',
  cObra: '90.012.34567/89',
  idDocTec: 'ART 2026123',
  docRef: 'Processo 53500.000001/2026-11',
  xPed: 'PC 4711',
  IM: '98765',
}

describe('what an emitter takes', () => {
  test.each(['local', 'asaas'] as const)(
    'any text fits the fields of %s whole or is told of, and nothing is cut',
    emitter =>
      fc.assert(
        fc.property(
          fc.constantFrom(...Object.keys(fieldLabels(emitter))),
          fc.string({ maxLength: 3_000, unit: 'grapheme' }),
          (key, value) => {
            const { fits, wrong } = fitMapped(emitter, [{ label: 'Campo', key, value }])
            expect(fits.length + wrong.length).toBeLessThanOrEqual(1)
            for (const { value: sent } of fits) expect(strangeIn(sent)).toEqual([])
          },
        ),
      ),
  )

  test('two fields under one name are told of, none is picked', () => {
    const { wrong } = fitMapped('local', [
      { label: 'ART', key: 'idDocTec', value: '1' },
      { label: 'RRT', key: 'idDocTec', value: '2' },
    ])
    expect(wrong).toEqual(['Dois campos do cliente vão a ART, RRT ou outro documento técnico: deixe um só.'])
  })
})

describe('fields of a client in its notes', () => {
  let world: World
  let given: Awaited<ReturnType<typeof readyToIssue>>
  beforeAll(async () => {
    world = await openWorld()
    given = await readyToIssue(world)
    await sql`delete from clients_particularities where parent_id = ${given.client}`.execute(world.db)
  })
  afterAll(() => world?.close())

  const issue = (more: object = {}) =>
    world.call('staffA', 'POST', 'service-invoices/emitir', { body: someOrder(given, more) })
  const issued = async () => {
    const reply = await issue()
    expect([reply.status, reply.body.errors]).toEqual([201, undefined])
    await world.runner.settled()
    return noteOf(world, dataOf(reply).uuid)
  }
  const xmlOf = async ({ uuid }: Row) =>
    (await world.call('staffA', 'GET', `service-invoices/${String(uuid)}/xml`)).text

  test('every integration that has fields is told with them, and what has none offers none', async () => {
    const told = rowsOf(await world.call('superAdmin', 'GET', 'integrations'))
    const of = (key: string) => told.find(each => each.key === key)?.fields
    const listed = (labels: Readonly<Record<string, string>>) =>
      Object.entries(labels).map(([key, label]) => ({ key, label }))
    expect(of('nfse-local')).toEqual(listed(fieldLabels('local')))
    expect(of('nfse-nacional')).toEqual(listed(fieldLabels('nacional')))
    expect(of('asaas')).toEqual(listed(fieldLabels('asaas')))
    expect(Object.keys(dpsFields)).toEqual(Object.keys(filled))
    expect(Object.keys(asaasFields).length).toBeGreaterThan(5)
    expect(of('viacep')).toEqual([])
  })

  test('each one stands at its place in the declaration, on the paper, and in what surrounds the payload', async () => {
    await mapClientFields(world, given.client, 'nfse-local', filled)
    const note = await issued()
    const xml = await xmlOf(note)
    expect(xml).toContain('</CNPJ><IM>98765</IM><xNome>')
    expect(xml).toContain(
      '<cNBS>114011200</cNBS><cIntContrib>OUT31</cIntContrib></cServ><obra><cObra>90.012.34567/89</cObra></obra>',
    )
    expect(xml).toContain(
      '<infoCompl><idDocTec>ART 2026123</idDocTec><docRef>Processo 53500.000001/2026-11</docRef><xPed>PC 4711</xPed><xInfComp>Contrato 12/2026 - vistoria\nda torre</xInfComp></infoCompl></serv>',
    )
    const hash = await invoiceFileHash(world.db, Number(note.id), 'pdf')
    const { text } = await extractText(
      await getDocumentProxy(new Uint8Array(await readStored(world.house.config, hash ?? ''))),
      { mergePages: true },
    )
    const paper = text.replace(/\s+/g, ' ')
    for (const said of [
      '| Inf. Cont.: Contrato 12/2026 - vistoria da torre | Doc. Ref.: Processo 53500.000001/2026-11 | Cod. Obra: 90.012.34567/89 | Doc. Tec.: ART 2026123 | Núm. Ped.: PC 4711',
      '98765',
      '1.1401.12.00',
    ])
      expect(paper).toContain(said)
    const extras = Object(await surroundingsOf(world, note.uuid))
    expect(extras).toMatchObject({ environment: 'homologacao', file: expect.stringMatching(/^DPS3554102\w{35}\.xml$/) })
    expect(extras.fields).toContainEqual({ label: 'Campo xPed', key: 'xPed', value: 'PC 4711' })
    expect(extras.fields).toHaveLength(Object.keys(filled).length)
  })

  test('what does not fit is refused field by field, in the preview too, and no number is taken', async () => {
    const next = async () => dataOf(await world.call('superAdmin', 'GET', `empresas/${given.company}`)).proximo_numero
    const before = await next()
    await mapClientFields(world, given.client, 'nfse-local', { idDocTec: 'x'.repeat(31), cNBS: '12', xPed: 'Torre 🗼' })
    const refused = await issue()
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.['client.metas_only_father']).toEqual([
      '“Campo idDocTec” vai a ART, RRT ou outro documento técnico, que pede até 30 caracteres, sem símbolos.',
      '“Campo cNBS” vai a Código NBS, que pede 9 dígitos.',
      '“Campo xPed” vai a Pedido ou ordem de compra, que pede até 60 caracteres, sem símbolos.',
    ])
    const preview = await world.call('staffA', 'POST', 'service-invoices/previa', { body: someOrder(given) })
    expect(Object(preview.body.data).lacks).toHaveLength(3)
    expect(await next()).toBe(before)
  })

  test('what is left empty, or goes nowhere any more, leaves no element behind', async () => {
    const { house, metas } = await mapClientFields(world, given.client, 'nfse-local', { idDocTec: '', xPed: 'PC 1' })
    await world.call('superAdmin', 'PUT', 'integration-meta', {
      body: { integration_id: house?.id, meta_id: metas[1]?.id, value: null },
    })
    const note = await issued()
    expect(await xmlOf(note)).not.toMatch(/infoCompl|<obra|<IM>98765/)
    expect(Object(await surroundingsOf(world, note.uuid)).fields).toEqual([])
  })

  test('what is mapped for one emitter is not said to another', async () => {
    await mapClientFields(world, given.client, 'nfse-nacional', { xPed: 'PC 9' })
    expect(await xmlOf(await issued())).not.toContain('xPed')
  })

  test('mapped once in a particularity, it holds for each client that has it', async () => {
    const field = { key: 'pedido', meta_type_id: metaTypeId('text'), extras: { label: 'Pedido' } }
    const of = await world.make(particularities, 'A1', { metas_only_father: [field] })
    const { metas_only_father } = dataOf(await world.call('superAdmin', 'GET', `particularities/${String(of.id)}`))
    const [defined] = [metas_only_father].flat() as readonly Row[]
    const local = rowsOf(await world.call('superAdmin', 'GET', 'integrations')).find(({ key }) => key === 'nfse-local')
    const mapped = await world.call('superAdmin', 'PUT', 'integration-meta', {
      body: { integration_id: local?.id, meta_id: defined?.id, value: 'xPed' },
    })
    expect(mapped.status).toBe(200)
    const own = { metas_only_father: [{ ...field, value: 'PC 77' }] }
    await world.call('superAdmin', 'PUT', `clients/${given.client}`, { body: own })
    expect(await xmlOf(await issued())).not.toContain('xPed')
    await world.call('superAdmin', 'PUT', `clients/${given.client}`, {
      body: { particularities: [{ particularity_id: of.id }] },
    })
    expect(await xmlOf(await issued())).toContain('<xPed>PC 77</xPed>')
    await sql`delete from clients_particularities where parent_id = ${given.client}`.execute(world.db)
  })

  test('a field that could have no effect is refused: of another section, or a file', async () => {
    const local = rowsOf(await world.call('superAdmin', 'GET', 'integrations')).find(({ key }) => key === 'nfse-local')
    const put = (meta_id: unknown) =>
      world.call('superAdmin', 'PUT', 'integration-meta', {
        body: { integration_id: local?.id, meta_id, value: 'xPed' },
      })
    const field = { key: 'x', meta_type_id: metaTypeId('text'), extras: { label: 'X' } }
    const station = await world.make(stations, 'A1', { metas: [field] })
    const [ofStation] = [
      dataOf(await world.call('superAdmin', 'GET', `stations/${String(station.id)}`)).metas,
    ].flat() as readonly Row[]
    expect((await put(ofStation?.id)).body.errors?.value?.[0]).toBe(
      'Emissor de notas da casa não recebe campos de estações.',
    )
    const file = { ...field, meta_type_id: metaTypeId('file') }
    const saved = await world.call('superAdmin', 'PUT', `clients/${given.client}`, {
      body: { metas_only_father: [file] },
    })
    const [ofClient] = [dataOf(saved).metas_only_father].flat() as readonly Row[]
    expect((await put(ofClient?.id)).body.errors?.value?.[0]).toContain('arquivos')
  })
})
