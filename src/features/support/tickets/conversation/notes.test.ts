import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '#server/operation.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

// What colleagues note among themselves, looked for wherever a client may look.

const canary = 'zircônio-canário'

describe('a note in a ticket', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const say = (who: string, ticket: Row, content: string, more: object = {}) =>
    world.call(who, 'POST', 'ticket-messages', { body: { ticket_id: ticket.id, content, ...more } })
  const read = async (who: string, uuid: string) => dataOf(await world.call(who, 'GET', `tickets/${uuid}`))
  async function opened() {
    const draft = { name: 'Enlace caiu', client_id: world.target('clients', 'A1')?.id, module_id: 1, type_id: 1 }
    const made = dataOf(
      await world.call('clientA', 'POST', 'tickets/abrir', { body: { ticket: draft, content: 'Desde ontem.' } }),
    )
    const ticket = await read('clientA', Object(made.ticket).uuid)
    return { ticket, first: made }
  }
  /** A ticket with the canary in a note, in its file, and in a note under the client's own message. */
  async function noted() {
    const { ticket, first } = await opened()
    const note = dataOf(await say('staffA', ticket, `Não fale do ${canary}.`, { internal: true }))
    const under = dataOf(await say('staffA', ticket, `Outra: ${canary}.`, { internal: true, parent_id: first.id }))
    const file = dataOf(
      await world.call('staffA', 'POST', `ticket-messages/${note.uuid}/anexar?name=${canary}.txt`, {
        body: `Dentro: ${canary}`,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    )
    return { ticket, first, note, under, file }
  }

  /** Every GET a client's person may make of tickets, and of whatever searches across sections. */
  const asked = (operations: readonly AnyOperation[], keys: readonly string[]) =>
    operations
      .filter(({ method }) => method === 'GET')
      .filter(({ url }) => !/oauth|events|mapa|geo|cep|cnpj/.test(url))
      .flatMap(({ url, id }) => {
        const words = /\.(index|csv)$/.test(id)
          ? ['?pagination=false', `?search=${encodeURIComponent(canary)}`, '?format=xlsx', '']
          : ['']
        const filled =
          url.includes(':id') || url.includes(':uuid') ? keys.map(key => url.replace(/:id|:uuid/, key)) : [url]
        return filled.flatMap(each => words.map(word => `${each}${word}`))
      })
      .filter(url => !url.includes(':'))

  test('reaches nobody of the client, by any door there is', async () => {
    const { ticket, first, note, under, file } = await noted()
    const keys = [ticket, first, note, under, file].flatMap(({ id, uuid }) => [String(id), uuid])
    const urls = asked(world.house.operations, keys)
    expect(urls.length).toBeGreaterThan(400)
    const found: string[] = []
    let answered = 0
    for (const url of urls) {
      const { status, text } = await world.call('clientA', 'GET', url)
      if (status === 200) answered++
      if (text.includes(canary) || text.includes(encodeURIComponent(canary))) found.push(url)
    }
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(30)
    // The same words, looked for by who may read them, are found: the search is no blind one.
    const staff = await world.call('staffA', 'GET', `ticket-messages?filter[ticket_id]=${ticket.id}`)
    expect(staff.text).toContain(canary)
    for (const who of ['clientA', 'clientB'])
      for (const url of [
        `ticket-messages/${note.uuid}`,
        `ticket-uploads/${file.uuid}`,
        `internal-uploads/get-file/${file.uuid}`,
      ])
        expect([who, url, (await world.call(who, 'GET', url)).status]).toEqual([who, url, 404])
  })

  test('is in no answer the client is shown under their own message, nor counted', async () => {
    const { ticket, first } = await noted()
    const own = await world.call('clientA', 'GET', `ticket-messages/${first.uuid}`)
    expect(own.body.data).toMatchObject({ reply: [] })
    const list = await world.call('clientA', 'GET', `ticket-messages?filter[ticket_id]=${ticket.id}`)
    expect(list.body).toMatchObject({ total: 1 })
    expect((await world.call('clientA', 'GET', `ticket-uploads?filter[ticket_id]=${ticket.id}`)).body.total).toBe(0)
    expect((await world.call('clientA', 'GET', `ticket-messages?filter[internal]=true`)).status).toBe(422)
  })

  test('goes in no mail, moves nothing a client can see, and is in no sheet of theirs', async () => {
    const { ticket } = await opened()
    const before = await read('clientA', ticket.uuid)
    await say('staffA', ticket, `Segue o ${canary}.`, { internal: true })
    await world.runner.settled()
    const address = String(Object(dataOf(await world.call('clientA', 'GET', 'users/me'))).email)
    expect(world.mailsTo(address).join('')).not.toContain(canary)
    expect(await read('clientA', ticket.uuid)).toEqual(before)
    const answer = dataOf(await say('staffA', ticket, 'Estamos vendo isto.'))
    await world.runner.settled()
    expect(world.mailsTo(address).join('')).toContain('Estamos vendo isto.')
    expect(await read('clientA', ticket.uuid)).toMatchObject({ spoken_at: answer.created_at })
  })

  test('is told by the live stream to colleagues alone', async () => {
    const { ticket } = await opened()
    dataOf(await world.call('staffA', 'PUT', `tickets/${ticket.uuid}`, { body: { owner_id: world.people.frontDeskA } }))
    const listen = (who: string) => world.call(who, 'GET', 'events?seconds=2')
    const hearing = Promise.all(['clientA', 'frontDeskA'].map(listen))
    await new Promise(resolve => setTimeout(resolve, 300))
    const note = dataOf(await say('staffA', ticket, canary, { internal: true }))
    const [client, owner] = await hearing
    expect(owner?.text).toContain(note.uuid)
    expect(client?.text).not.toContain(note.uuid)
    expect(client?.text).not.toContain(ticket.uuid)
  })

  test('is not shown to who looks through a client’s eyes', async () => {
    const { ticket } = await noted()
    const begun = await world.call('staffA', 'POST', `clients/${world.target('clients', 'A1')?.uuid}/ver-como`, {
      body: { user: String(Object(dataOf(await world.call('clientA', 'GET', 'users/me'))).uuid) },
    })
    expect(begun.status).toBe(200)
    const headers = { 'x-ver-como': String(Object(begun.body.data).uuid) }
    const seen = await world.call('staffA', 'GET', `ticket-messages?filter[ticket_id]=${ticket.id}`, { headers })
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain(canary)
    expect(rowsOf(seen)).toHaveLength(1)
  })

  test('never becomes an answer, nor an answer a note, by whatever verb', async () => {
    const { ticket, under: note } = await noted()
    const flip = { internal: false }
    const put = (uuid: string, body: object) => world.call('staffA', 'PUT', `ticket-messages/${uuid}`, { body })
    expect((await put(note.uuid, flip)).body.errors).toHaveProperty('internal')
    const answer = dataOf(await say('staffA', ticket, 'Resolvido.'))
    expect((await put(answer.uuid, { internal: true })).body.errors).toHaveProperty('internal')
    // Deleted and brought back it is a note still.
    expect((await world.call('staffA', 'DELETE', `ticket-messages/${note.uuid}`)).status).toBe(200)
    expect((await world.call('staffA', 'PUT', `ticket-messages/${note.uuid}/restaurar`, { body: {} })).status).toBe(200)
    expect(dataOf(await world.call('staffA', 'GET', `ticket-messages/${note.uuid}`))).toMatchObject({ internal: true })
    expect((await world.call('clientA', 'GET', `ticket-messages/${note.uuid}`)).status).toBe(404)
    // Nobody outside writes one, nor answers one.
    expect((await say('clientA', ticket, 'Nota?', { internal: true })).body.errors).toHaveProperty('internal')
    expect((await say('clientA', ticket, 'Oi', { parent_id: note.id })).body.errors).toHaveProperty('parent_id')
  })
})
