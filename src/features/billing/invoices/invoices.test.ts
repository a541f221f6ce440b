import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { anonymousUser } from '#kernel/access.ts'
import { issueInvoice } from '#features/billing/invoices/issue.server.ts'
import { invoiceFileHash } from '#features/billing/invoices/item.server.ts'
import { readStored } from '#parts/file/store.server.ts'
import { contextOf } from '#server/context.ts'
import { noteOf, readyToIssue, someOrder } from '#test/support/invoicing.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

describe('notes of services', () => {
  let world: World
  let given: Awaited<ReturnType<typeof readyToIssue>>
  beforeAll(async () => {
    world = await openWorld()
    given = await readyToIssue(world)
  })
  afterAll(() => world?.close())

  const issue = (more: object = {}, who = 'staffA') =>
    world.call(who, 'POST', 'service-invoices/emitir', { body: someOrder(given, more) })
  const issued = async (more?: object) => {
    const made = dataOf(await issue(more))
    await world.runner.settled()
    return noteOf(world, made.uuid)
  }
  const company = async (body: object) => world.call('superAdmin', 'PUT', `empresas/${given.company}`, { body })
  const wordsOf = async ({ id }: Row) => {
    const hash = await invoiceFileHash(world.db, Number(id), 'pdf')
    const bytes = await readStored(world.house.config, hash ?? '')
    return extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  }
  const nextOf = async () => dataOf(await world.call('superAdmin', 'GET', `empresas/${given.company}`)).proximo_numero

  test('the house’s own emitter numbers, keeps and draws it', async () => {
    const reply = await issue()
    expect(reply.status).toBe(201)
    expect(dataOf(reply)).toMatchObject({ state: 'pendente', series: 1, number: 1, name: 'DPS 1/1', emitter: 'local' })
    await world.runner.settled()
    const note = await noteOf(world, dataOf(reply).uuid)
    expect(note).toMatchObject({
      state: 'autorizada',
      name: 'NFS-e 1',
      nfse_number: '1',
      value: 1480,
      iss_percent: 2.01,
      iss_value: 29.75,
      net_value: 1480,
      taker_document: '11222333000181',
      taker_address: 'Rua das Palmeiras, 100, Centro, Taubaté/SP, CEP 12020-000',
    })
    const pdf = await world.call('staffA', 'GET', `service-invoices/${String(note.uuid)}/pdf`)
    expect(pdf.headers['content-disposition']).toContain('nfse-1.pdf')
    const { text, totalPages } = await wordsOf(note)
    expect(totalPages).toBe(1)
    expect(text.match(/SEM VALOR FISCAL/g)?.length).toBeGreaterThanOrEqual(2)
    expect(text.replaceAll('\u00a0', ' ')).toContain('R$ 1.480,00')
    const xml = await world.call('staffA', 'GET', `service-invoices/${String(note.uuid)}/xml`)
    expect(xml.text).toContain('<nDPS>1</nDPS>')
  })

  test('the paper and the declaration say where the company is called and written to, and stay silent where it says nothing', async () => {
    const contact = {
      cep: '12020-000',
      logradouro: 'Rua do Porto',
      numero: '12',
      complemento: 'sala 3',
      bairro: 'Centro',
      telefone: '(12) 3621-1234',
      email: 'notas@outorga.example',
    }
    const blockOf = async (note: Row) => {
      const { text } = await wordsOf(note)
      return text.replaceAll('\u00a0', ' ').split('TOMADOR / ADQUIRENTE')[0] ?? ''
    }
    const without = await blockOf(await issued())
    expect((await company(contact)).status).toBe(200)
    const note = await issued()
    const printed = await blockOf(note)
    for (const told of ['Rua do Porto, 12, sala 3, Centro', '12020-000', '(12) 3621-1234', 'notas@outorga.example']) {
      expect(printed).toContain(told)
      expect(without).not.toContain(told)
    }
    const xml = await world.call('staffA', 'GET', `service-invoices/${String(note.uuid)}/xml`)
    expect(xml.text).toContain('<fone>1236211234</fone><email>notas@outorga.example</email><regTrib>')
    await company(Object.fromEntries(Object.keys(contact).map(name => [name, null])))
  })

  test('twelve at once take twelve numbers, without a gap and none twice', async () => {
    const first = Number(await nextOf())
    const replies = await Promise.all(Array.from({ length: 12 }, () => issue()))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    const numbers = replies.map(reply => Number(dataOf(reply).number)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => first + i))
    expect(await nextOf()).toBe(first + 12)
    await world.runner.settled()
  })

  test('what is lacking is told before a number is taken, field by field', async () => {
    const before = await nextOf()
    await company({ inscricao_municipal: null, aliquota_iss: null })
    await world.call('superAdmin', 'PUT', `clients/${given.client}`, { body: { addresses: [] } })
    const refused = await issue({ value: 0, service: '999999', competence: '2099-01-01', description: ' ' })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors ?? {}).toSorted()).toEqual([
      'client.addresses',
      'competence',
      'description',
      'empresa.aliquota_iss',
      'empresa.inscricao_municipal',
      'service',
      'value',
    ])
    expect(await nextOf()).toBe(before)
    const state = Object((await world.call('staffA', 'GET', `service-invoices/emissor/${given.company}`)).body.data)
    expect(state.lacks).toEqual([
      expect.objectContaining({ label: 'inscrição municipal' }),
      expect.objectContaining({ label: 'alíquota do ISS' }),
    ])
    given = await readyToIssue(world, { proximo_numero: before })
  })

  test('a preview says what would go, takes nothing and writes nothing', async () => {
    const before = await world.fingerprint()
    const order = someOrder(given, { iss_retained: true })
    const { body } = await world.call('staffA', 'POST', 'service-invoices/previa', { body: order })
    const seen: unknown = body.data
    expect(seen).toMatchObject({
      lacks: [],
      note: { value: 1480, iss_value: 29.75, net_value: 1450.25, town: 'Taubaté/SP' },
    })
    expect(await world.fingerprint()).toBe(before)
  })

  test('the same key is never issued twice, nor for something else', async () => {
    const person = await world.house.person(world.db, world.people.superAdmin)
    const order = { ...someOrder(given), key: 'os:118' }
    const once = (more: object = {}) =>
      world.db.transaction().execute(trx => {
        const ctx = contextOf(
          world.house,
          { user: person ?? anonymousUser, session_id: 0 },
          { id: 'r', ip: '', agent: '', headers: {} },
          trx,
          [],
        )
        return issueInvoice(ctx, { ...order, ...more })
      })
    const [one, other] = [await once(), await once()]
    expect(other.number).toBe(one.number)
    await expect(once({ value: 10 })).rejects.toThrow('outra nota')
  })

  test('a number once used is not offered again', async () => {
    const taken = Number(await nextOf())
    const refused = await company({ proximo_numero: taken - 1 })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toHaveProperty('proximo_numero')
    expect((await company({ proximo_numero: taken })).status).toBe(200)
  })

  test('cancelled, it is drawn again across its face, and stays cancelled', async () => {
    const note = await issued()
    const path = `service-invoices/${String(note.uuid)}/cancelar`
    expect((await world.call('staffA', 'PUT', path, { body: { code: '1', reason: 'curto' } })).status).toBe(422)
    expect(
      (await world.call('staffA', 'PUT', path, { body: { code: '1', reason: 'Valor informado errado' } })).status,
    ).toBe(200)
    await world.runner.settled()
    const gone = await noteOf(world, note.uuid)
    expect(gone).toMatchObject({
      state: 'cancelada',
      cancel_reason: 'Erro na emissão: Valor informado errado',
      value: note.value,
    })
    const { text } = await wordsOf(note)
    expect(text).toContain('CANCELADA')
    expect(
      (await world.call('staffA', 'PUT', path, { body: { code: '1', reason: 'Valor informado errado' } })).status,
    ).toBe(409)
  })

  test('substituted by the house’s own emitter: the older paper says so, and nothing of either is cut', async () => {
    const long = Array.from({ length: 150 }, (_, i) => `item ${i + 1}`).join('\n')
    const note = await issued({ description: long })
    const { client_id: _client, empresa_id: _company, ...content } = someOrder(given)
    const path = `service-invoices/${String(note.uuid)}/substituir`
    const made = await world.call('staffA', 'POST', path, { body: { ...content, code: '02' } })
    expect(made.status).toBe(201)
    await world.runner.settled()
    const fresh = await noteOf(world, dataOf(made).uuid)
    expect(fresh).toMatchObject({ state: 'autorizada', replaces: { uuid: note.uuid } })
    expect(await noteOf(world, note.uuid)).toMatchObject({ state: 'substituida', replaced_by: { uuid: fresh.uuid } })
    const { text, totalPages } = await wordsOf(note)
    expect(totalPages).toBeGreaterThan(1)
    for (const said of ['SUBSTITUÍDA', 'item 150', `substituída pela ${String(fresh.nfse_number)}`])
      expect(text).toContain(said)
    expect(text).not.toContain('…')
    expect((await wordsOf(fresh)).text).toContain(`NFS-e Subst.: ${String(note.nfse_number)}`)
  })

  test('what a company of the Simples issues elsewhere is warned of, and not stopped', async () => {
    const state = async () =>
      Object((await world.call('staffA', 'GET', `service-invoices/emissor/${given.company}`)).body.data)
    expect((await state()).warnings).toEqual([expect.stringMatching(/01\/11\/2026.*CGSN 191/)])
    const order = someOrder(given, { competence: '2026-11-01' })
    const { body } = await world.call('staffA', 'POST', 'service-invoices/previa', { body: order })
    expect(Object(body.data).warnings).toHaveLength(1)
    const before = await world.call('staffA', 'POST', 'service-invoices/previa', { body: someOrder(given) })
    expect(Object(before.body.data)).toMatchObject({ lacks: [], warnings: [] })
    await company({ regime: 'nao-optante' })
    expect((await state()).warnings).toEqual([])
    await company({ regime: 'simples-nacional' })
  })

  test('nobody changes one by another way, and nobody sees what is not theirs', async () => {
    const note = await issued()
    const at = `service-invoices/${String(note.uuid)}`
    const tries = [
      ['PUT', at, { value: 1 }],
      ['DELETE', at, undefined],
      ['POST', 'service-invoices', someOrder(given)],
      ['PUT', 'service-invoices/disable', { ids: [note.uuid] }],
      ['PUT', `${at}/restaurar`, undefined],
    ] as const
    for (const [method, path, body] of tries) {
      const { status } = await world.call('superAdmin', method, path, body && { body })
      expect([404, 405]).toContain(status)
    }
    expect((await world.call('staffB', 'GET', `${at}/pdf`)).status).toBe(404)
    expect((await world.call('clientB', 'GET', `${at}/xml`)).status).toBe(404)
    expect(
      (await world.call('staffB', 'PUT', `${at}/cancelar`, { body: { code: '1', reason: 'Valor informado errado' } }))
        .status,
    ).toBe(404)
    const foreign = world.target('clients', 'B1')?.id
    expect((await issue({ client_id: foreign })).body.errors).toHaveProperty('client_id')
    expect((await issue({ empresa_id: world.companies.B })).body.errors).toHaveProperty('empresa_id')
    expect((await issue({}, 'clientA')).status).toBe(403)
  })

  test('people of a client see and download theirs once they are there', async () => {
    const note = await issued()
    const pending = dataOf(await issue())
    await world.runner.settled()
    const seen = await world.call('clientA', 'GET', `service-invoices/${String(note.uuid)}`)
    expect(seen.status).toBe(200)
    expect(dataOf(seen)).not.toHaveProperty('key')
    expect(dataOf(seen)).not.toHaveProperty('rejections')
    expect((await world.call('clientA', 'GET', `service-invoices/${String(note.uuid)}/pdf`)).status).toBe(200)
    await sql`update service_invoices set nfse_number = null, state = 'rejeitada' where uuid = ${String(pending.uuid)}`.execute(
      world.db,
    )
    expect((await world.call('clientA', 'GET', `service-invoices/${String(pending.uuid)}`)).status).toBe(404)
    const listed = rowsOf(await world.call('clientA', 'GET', 'service-invoices?pagination=false'))
    expect(listed.map(({ uuid }) => uuid)).toContain(note.uuid)
    expect(listed.map(({ uuid }) => uuid)).not.toContain(pending.uuid)
  })
})
