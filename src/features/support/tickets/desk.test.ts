import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterWorkingHours } from '#features/support/tickets/ticket/hours.ts'
import { callingAt, stillCalled } from '#features/support/tickets/ticket/suggest.ts'
import { dataOf, openWorld, rowsOf, type Owner, type Row, type World } from '#test/support/world.ts'

describe('the desk for tickets', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const put = (who: string, url: string, body?: object) => world.call(who, 'PUT', url, body && { body })
  const read = async (who: string, uuid: string) => dataOf(await world.call(who, 'GET', `tickets/${uuid}`))
  const clientOf = (owner: Owner) => world.target('clients', owner)?.id ?? 0
  const draft = (owner: Owner, more: object = {}) => ({
    name: 'Enlace caiu',
    client_id: clientOf(owner),
    module_id: 1,
    type_id: 1,
    ...more,
  })
  const open = (who: string, owner: Owner = 'A1', more: object = {}) =>
    world.call(who, 'POST', 'tickets/abrir', { body: { ticket: draft(owner, more), content: 'Desde ontem.' } })
  const opened = async (who = 'clientA', owner: Owner = 'A1', more: object = {}) =>
    read('superAdmin', Object(dataOf(await open(who, owner, more)).ticket).uuid)
  const say = (who: string, ticket: Row, content: string, more: object = {}) =>
    world.call(who, 'POST', 'ticket-messages', { body: { ticket_id: ticket.id, content, ...more } })
  const state = async (ticket: Row) => Object((await read('staffA', ticket.uuid)).status).name
  const noticesOf = async (who: string) => (await world.call(who, 'GET', 'notices?pagination=false')).text

  test('opens a ticket with its first message, both or neither', async () => {
    const before = rowsOf(await world.call('clientA', 'GET', 'tickets?pagination=false')).length
    const ticket = await opened()
    expect(ticket).toMatchObject({ number: ticket.id, opened_user_id: world.people.clientA })
    expect((await world.call('clientA', 'GET', `tickets?search=%23${ticket.id}`)).body.data).toMatchObject([
      { id: ticket.id },
    ])
    const blank = await world.call('clientA', 'POST', 'tickets/abrir', { body: { ticket: draft('A1'), content: ' ' } })
    expect(blank.body.errors).toHaveProperty('content')
    // The message is refused for what is in it: no ticket stays behind.
    const long = { ticket: draft('A1'), content: 'a'.repeat(10_001) }
    expect((await world.call('clientA', 'POST', 'tickets/abrir', { body: long })).status).toBe(422)
    expect((await open('clientA', 'B1')).status).toBe(422)
    expect(rowsOf(await world.call('clientA', 'GET', 'tickets?pagination=false'))).toHaveLength(before + 1)
  })

  test('waits for the client, and comes back by itself when they answer', async () => {
    const ticket = await opened()
    expect((await put('staffA', `tickets/${ticket.uuid}/aguardar`)).status).toBe(200)
    await say('staffA', ticket, 'E a planilha?')
    expect(await state(ticket)).toBe('Aguardando cliente')
    await say('staffA', ticket, 'Ligar amanhã.', { internal: true })
    expect(await state(ticket)).toBe('Aguardando cliente')
    expect((await say('clientA', ticket, 'Segue.')).status).toBe(201)
    expect(await state(ticket)).toBe('Em aberto')
    expect((await world.call('superAdmin', 'GET', 'statuses?model=Ticket')).text).toContain('aguardando-cliente')
  })

  test('is opened again by whoever asked, who is told of answers, as its owner is of that', async () => {
    const ticket = await opened()
    expect((await put('staffA', `tickets/${ticket.uuid}/assumir`)).status).toBe(200)
    expect((await put('staffA', `tickets/${ticket.uuid}/finalizar`)).status).toBe(200)
    expect((await say('clientA', ticket, 'Voltou a cair.')).status).toBe(409)
    expect((await put('clientB', `tickets/${ticket.uuid}/reabrir`)).status).toBe(404)
    expect((await put('clientA', `tickets/${ticket.uuid}/reabrir`)).status).toBe(200)
    expect(await noticesOf('staffA')).toContain(`reabriu #${ticket.id}`)
    expect((await say('clientA', ticket, 'Voltou a cair.')).status).toBe(201)
    await say('staffA', ticket, 'Vamos ver.')
    expect(await noticesOf('clientA')).toContain(`Resposta em #${ticket.id}`)
    expect((await put('clientA', `tickets/${ticket.uuid}/finalizar`)).status).toBe(403)
  })

  test('owes an answer in hours of work, its type before its module, and nothing once it gave one', async () => {
    const types = await world.make(world.house.catalog.at('ticket-types'), 'A1', { name: 'Urgente', reply_hours: 4 })
    const ticket = await opened('clientA', 'A1', { type_id: types.id })
    const day = { opens: 8, closes: 18 }
    const due = Date.parse(String(ticket.reply_by))
    const reckoned = afterWorkingHours(new Date(String(ticket.created_at)), 4, day).getTime()
    expect(Math.abs(due - reckoned)).toBeLessThan(5_000)
    // A second question moves nothing; a note owes nothing and gives nothing.
    await say('clientA', ticket, 'Alguém?')
    await say('staffA', ticket, 'Vendo.', { internal: true })
    expect(await read('staffA', ticket.uuid)).toMatchObject({ reply_by: ticket.reply_by })
    await say('staffA', ticket, 'Resolvido.')
    expect(await read('staffA', ticket.uuid)).toMatchObject({ reply_by: null })
    expect(await read('clientA', ticket.uuid)).not.toHaveProperty('reply_by')
  })

  test('is tied to rows of its own client, and shown to whoever may see them', async () => {
    const [own, foreign] = [world.target('stations', 'A1')?.id, world.target('stations', 'A2')?.id]
    const ticket = await opened('staffA', 'A1', { station_id: own })
    expect(ticket).toMatchObject({ station: { id: own } })
    for (const [field, path] of Object.entries({
      station_id: 'stations',
      station_link_id: 'station-links',
      collect_id: 'collects',
      bill_id: 'bills-to-receive',
      document_id: 'documents',
    })) {
      const wrong = { [field]: world.target(path, 'A2')?.id }
      expect((await open('staffA', 'A1', wrong)).body.errors).toHaveProperty(field)
      expect((await put('staffA', `tickets/${ticket.uuid}`, wrong)).body.errors).toHaveProperty(field)
    }
    expect((await open('clientA', 'A1', { station_id: foreign })).body.errors).toHaveProperty('station_id')
    // Handed to another client, what it was about stays behind.
    expect((await put('staffA', `tickets/${ticket.uuid}`, { client_id: clientOf('A2') })).body.errors).toHaveProperty(
      'station_id',
    )
  })

  test('is given to colleagues who could open it, for a person of its client, and calls nobody else', async () => {
    const ticket = await opened()
    const update = (body: object) => put('superAdmin', `tickets/${ticket.uuid}`, body)
    const { withoutRoutes, staffB, staffA, clientA, clientB } = world.people
    await sql`update profiles set audience = 'equipe' where slug = 'sem-rotas'`.execute(world.db)
    for (const person of [clientA, staffB, withoutRoutes])
      expect((await update({ owner_id: person })).body.errors).toHaveProperty('owner_id')
    expect((await update({ owner_id: staffA })).status).toBe(200)
    expect(await noticesOf('staffA')).toContain(`#${ticket.id}`)
    expect((await update({ requester_id: clientB })).body.errors).toHaveProperty('requester_id')
    expect((await update({ requester_id: clientA })).status).toBe(200)
    const call = (person: number) =>
      say('superAdmin', ticket, 'Veja isto', { internal: true, mentions: [{ person_id: person }] })
    for (const person of [clientA, staffB, withoutRoutes])
      expect((await call(person)).body.errors).toHaveProperty('mentions.0.person_id')
    expect((await call(staffA)).status).toBe(201)
    expect(await noticesOf('staffA')).toContain('chamou você')
    await sql`update profiles set audience = 'clientes' where slug = 'sem-rotas'`.execute(world.db)
    // Another's answers are written by nobody else.
    expect((await say('clientB', ticket, 'Oi')).body.errors).toHaveProperty('ticket_id')
  })

  test('goes on in another of the same client, and apart again', async () => {
    const [from, into] = [await opened(), await opened()]
    const foreign = await opened('superAdmin', 'A2')
    const merge = (one: Row, other: Row, who = 'staffA') =>
      put(who, `tickets/${one.uuid}/mesclar`, { into: other.uuid })
    expect((await merge(from, foreign)).status).toBe(409)
    expect((await merge(from, from)).status).toBe(409)
    expect((await merge(from, into, 'clientA')).status).toBe(403)
    expect((await merge(from, await opened('superAdmin', 'B1'))).status).toBe(404)
    // Whoever asked would not see where it goes on.
    expect((await merge(from, await opened('staffA'))).status).toBe(409)
    const look = await world.call('staffA', 'GET', `tickets/${from.uuid}/mesclar?into=${into.uuid}`)
    expect(look.body.data).toMatchObject({ able: true, refusals: [], from: { messages: 1 }, into: { messages: 1 } })
    // Both ways at once: one of them is refused, and neither waits for the other for ever.
    const both = await Promise.all([merge(from, into), merge(into, from)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [gone, stays] = both[0]?.status === 200 ? [from, into] : [into, from]
    expect(await read('clientA', gone.uuid)).toMatchObject({ merged: { id: stays.id }, status: { name: 'Finalizado' } })
    expect((await put('clientA', `tickets/${gone.uuid}/reabrir`)).status).toBe(409)
    const words = `ticket-messages?filter[ticket_id][in]=${gone.id},${stays.id}`
    expect((await world.call('clientA', 'GET', words)).body.total).toBe(2)
    // What had gone on in one goes on where that does.
    const last = await opened()
    expect((await merge(stays, last)).status).toBe(200)
    expect(await read('staffA', gone.uuid)).toMatchObject({ merged: { id: last.id } })
    expect((await put('staffA', `tickets/${gone.uuid}/separar`)).status).toBe(200)
    expect(await read('staffA', gone.uuid)).toMatchObject({ merged: null, status: { name: 'Em aberto' } })
  })

  test('is linked from either side, among colleagues', async () => {
    const [one, other] = [await opened(), await opened('superAdmin', 'A2')]
    const link = (related: readonly object[]) => put('staffA', `tickets/${one.uuid}`, { related })
    expect((await link([{ ticket_id: one.id }])).body.errors).toHaveProperty('related.0.ticket_id')
    expect((await link([{ ticket_id: (await opened('superAdmin', 'B1')).id }])).status).toBe(422)
    expect((await link([{ ticket_id: other.id }])).status).toBe(200)
    expect(await read('staffA', other.uuid)).toMatchObject({ related_by: [{ ticket: { id: one.id } }] })
    const seen = await read('clientA', one.uuid)
    expect(
      Object.keys(seen).filter(key => ['related', 'related_by', 'owner', 'priority', 'team'].includes(key)),
    ).toEqual([])
  })

  test('keeps what is not sent yet, for each person, an answer apart from a note', async () => {
    const ticket = await opened()
    const url = `tickets/${ticket.uuid}/rascunho`
    expect((await put('staffA', url, { answer: 'Bom dia', note: 'Ver contrato' })).status).toBe(200)
    expect((await world.call('staffA', 'GET', url)).body.data).toEqual({ answer: 'Bom dia', note: 'Ver contrato' })
    expect((await world.call('superAdmin', 'GET', url)).body.data).toEqual({ answer: '', note: '' })
    expect((await world.call('clientA', 'GET', url)).text).not.toContain('contrato')
    expect((await put('clientA', url, { answer: 'Oi', note: 'nota' })).status).toBe(403)
    expect((await put('clientB', url, { answer: 'Oi' })).status).toBe(404)
    // What is said is unsent no more; what else was typed waits.
    await say('staffA', ticket, 'Bom dia')
    expect((await world.call('staffA', 'GET', url)).body.data).toEqual({ answer: '', note: 'Ver contrato' })
    await put('staffA', url, {})
    expect((await world.call('staffA', 'GET', url)).body.data).toEqual({ answer: '', note: '' })
  })

  test('tells colleagues who is there and what they write, clients nothing, and writes nothing besides', async () => {
    const ticket = await opened()
    const here = (who: string, body: object = { writing: null }) =>
      world.call(who, 'POST', `tickets/${ticket.uuid}/presenca`, { body })
    expect((await here('staffA')).body.data).toEqual([])
    // Mails of what was asked before are on their way.
    await world.runner.settled()
    const before = await world.fingerprint()
    expect((await here('superAdmin', { writing: 'nota' })).body.data).toMatchObject([{ id: world.people.staffA }])
    expect((await here('staffA')).body.data).toMatchObject([{ id: world.people.superAdmin, writing: 'nota' }])
    expect(await world.fingerprint()).toBe(before)
    expect((await here('clientA')).status).toBe(403)
    expect((await here('staffB')).status).toBe(404)
    await here('superAdmin', { writing: null, left: true })
    expect((await here('staffA')).body.data).toEqual([])
  })

  test('fills in a text with what is known, refuses one that names nothing known, and reads no file', async () => {
    const ticket = await opened()
    const write = (content: string) =>
      world.call('superAdmin', 'POST', 'text-modules', { body: { name: 'Texto', content } })
    for (const wrong of [
      '{{ segredo }}',
      '{{ cliente.nome',
      "{% include '/etc/passwd' %}",
      "{% render 'x' %}",
      '{{ cliente.nome | inventado }}',
      '{% for i in (1..1000000) %}a{% endfor %}',
      '{{ cliente.constructor }}',
    ])
      expect([wrong, (await write(wrong)).body.errors]).toEqual([wrong, { content: expect.any(Array) }])
    const text = dataOf(await write('Chamado {{ chamado.numero }} de {{ cliente.nome }}.'))
    const filled = await world.call('staffA', 'GET', `tickets/${ticket.uuid}/textos-prontos/${text.uuid}`)
    expect(filled.body.data).toEqual({ content: `Chamado #${ticket.id} de ${Object(ticket.client).name}.` })
    expect((await world.call('clientA', 'GET', `tickets/${ticket.uuid}/textos-prontos/${text.uuid}`)).status).toBe(403)
  })

  test('a text stored while more was allowed in it is still there to be read, and says in words why it is not filled in', async () => {
    const ticket = await opened()
    const old = '{% assign r = (1..3000) %}{{ r | where_exp: "x", "x" | size }}'
    const stores = { 'text-modules': {}, 'ticket-templates': {}, 'ticket-macros': { kind: 'resposta' } }
    for (const [path, more] of Object.entries(stores)) {
      const send = (method: 'POST' | 'PUT', url: string, body: object) =>
        world.call('superAdmin', method, url, { body })
      const refused = await send('POST', path, { name: 'Texto', ...more, content: old })
      expect([path, JSON.stringify(refused.body.errors)]).toEqual([path, expect.stringContaining('Não há “assign”')])
      const { uuid } = dataOf(await send('POST', path, { name: 'Texto', ...more, content: 'Olá' }))
      const changed = await send('PUT', `${path}/${uuid}`, { content: '{{ segredo }}' })
      expect([path, JSON.stringify(changed.body.errors)]).toEqual([path, expect.stringContaining('Há cliente.nome, ')])
      await sql`update ${sql.table(path.replaceAll('-', '_'))} set content = ${old} where uuid = ${uuid}`.execute(
        world.db,
      )
      expect(dataOf(await world.call('superAdmin', 'GET', `${path}/${uuid}`)).content).toBe(old)
      // What it says is nobody's business who changes its name.
      expect((await send('PUT', `${path}/${uuid}`, { name: 'Outro nome' })).status).toBe(200)
      const filled =
        path === 'text-modules'
          ? await world.call('staffA', 'GET', `tickets/${ticket.uuid}/textos-prontos/${uuid}`)
          : path === 'ticket-templates'
            ? await world.call('staffA', 'GET', `ticket-templates/${uuid}/preencher`)
            : await send('PUT', 'tickets/macro', { macro: uuid, ids: [ticket.uuid], version: 2, text: 'enviar' })
      expect([path, filled.status, filled.body.message]).toEqual([
        path,
        409,
        expect.stringContaining('Não há “assign”'),
      ])
      expect((await send('PUT', `${path}/${uuid}`, { content: '{{ cliente.nome }}' })).status).toBe(200)
    }
  })

  test('twelve answers at once are all there, and owe nothing', async () => {
    const ticket = await opened()
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => say('staffA', ticket, `Resposta ${i}`)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    expect((await world.call('clientA', 'GET', `ticket-messages?filter[ticket_id]=${ticket.id}`)).body.total).toBe(13)
    expect(await read('staffA', ticket.uuid)).toMatchObject({ reply_by: null })
  })
})

test('hours of work pass only on days and between hours of work', () => {
  const day = { opens: 8, closes: 18 }
  const after = (from: string, hours: number) => afterWorkingHours(new Date(from), hours, day).toISOString()
  // A Wednesday morning in Brasília.
  expect(after('2026-11-25T12:30:00Z', 4)).toBe('2026-11-25T16:30:00.000Z')
  expect(after('2026-11-25T20:00:00Z', 4)).toBe('2026-11-26T14:00:00.000Z')
  // Friday night to Monday; before the day begins; over a holiday (2 November, a Monday).
  expect(after('2026-11-27T23:00:00Z', 1)).toBe('2026-11-30T12:00:00.000Z')
  expect(after('2026-11-25T09:00:00Z', 1)).toBe('2026-11-25T12:00:00.000Z')
  expect(after('2026-10-30T20:30:00Z', 1)).toBe('2026-11-03T11:30:00.000Z')
})

test('a call begins a word, and stands while its name does', () => {
  expect(callingAt('Veja @bru', 9)).toEqual({ of: 'person', words: 'bru', from: 5 })
  expect(callingAt('ana@outorga', 11)).toBeNull()
  expect(callingAt('::bol', 5)).toEqual({ of: 'text', words: 'bol', from: 0 })
  expect(callingAt('às 10:30', 8)).toBeNull()
  const bruno = { id: 1, name: 'Bruno Lima' }
  expect(stillCalled('Oi @Bruno Lima', [bruno, bruno])).toEqual([bruno])
  expect(stillCalled('Oi Bruno', [bruno])).toEqual([])
})
