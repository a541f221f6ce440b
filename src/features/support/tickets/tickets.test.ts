import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

describe('a ticket with files', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const bytes = 'Potência medida: -61 dBm'
  const attach = (who: string, message: string, name = 'medição.txt', body = bytes) =>
    world.call(who, 'POST', `ticket-messages/${message}/anexar?name=${encodeURIComponent(name)}`, {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })
  /** A ticket the client's own person opened, with a first message of theirs. */
  async function opened() {
    const draft = { name: 'Enlace caiu', client_id: world.target('clients', 'A1')?.id, module_id: 1, type_id: 1 }
    const ticket = dataOf(await world.call('clientA', 'POST', 'tickets', { body: draft }))
    const said = { ticket_id: ticket.id, content: 'Desde ontem à noite.' }
    return { ticket, message: dataOf(await world.call('clientA', 'POST', 'ticket-messages', { body: said })) }
  }

  test('keeps what its author sends, tells it with the message, and hands it to who sees the ticket', async () => {
    const { ticket, message } = await opened()
    const sent = await attach('clientA', message.uuid)
    expect(sent).toMatchObject({ status: 201, body: { message: 'Arquivo anexado com sucesso.' } })
    expect(sent.text).not.toContain('sha256')
    const told = await world.call('staffA', 'GET', `ticket-messages/${message.uuid}`)
    expect(told.body.data).toMatchObject({
      uploads: [{ name: 'medição.txt', ext: 'txt', size: Buffer.byteLength(bytes) }],
    })
    const listed = await world.call('staffA', 'GET', `ticket-uploads?filter[ticket_id]=${ticket.id}`)
    expect(listed.body.data).toMatchObject([{ name: 'medição.txt', message_id: message.id }])
    const file = `internal-uploads/get-file/${dataOf(sent).uuid}`
    for (const who of ['clientA', 'staffA', 'superAdmin']) {
      const handed = await world.call(who, 'GET', file)
      expect(handed.status).toBe(200)
      expect(handed.text).toContain(bytes)
    }
    for (const who of ['clientB', 'staffB']) expect((await world.call(who, 'GET', file)).status).toBe(404)
  })

  test('takes no file from anyone but the author of the message, nor in another ticket’s', async () => {
    const { message } = await opened()
    expect((await attach('staffA', message.uuid)).status).toBe(409)
    expect((await attach('clientB', message.uuid)).status).toBe(404)
  })

  test('takes nothing that is not what it is called, and no message carries it by its own word', async () => {
    const { ticket, message } = await opened()
    expect((await attach('clientA', message.uuid, 'medição.pdf')).body.errors).toHaveProperty('file')
    expect((await attach('clientA', message.uuid, 'medição.exe')).body.errors).toHaveProperty('file')
    const said = { ticket_id: ticket.id, content: 'Segue.', uploads: [] }
    expect((await world.call('clientA', 'POST', 'ticket-messages', { body: said })).body.errors).toHaveProperty(
      'uploads',
    )
  })

  test('takes nothing more once it is closed', async () => {
    const { ticket, message } = await opened()
    expect((await world.call('staffA', 'PUT', `${tickets.path}/${ticket.uuid}/finalizar`)).status).toBe(200)
    expect((await attach('clientA', message.uuid)).status).toBe(409)
  })
})
