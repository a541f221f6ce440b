import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Whoever's data are kept may have them, and may have them erased; what the law wants kept stays, without them.

describe('personal data', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  test('are handed over whole, and erased from the row, its lines and its history', async () => {
    const secret = 'Rua que ninguém deve saber'
    const client = await world.make(clients, 'A1', {
      phone_name: 'Nome de gente',
      addresses: [{ address: secret, in_ocean: false }],
    })
    const fistel = await world.make(fistels, 'A1', { client_id: client.id })
    await world.call('superAdmin', 'PUT', `clients/${client.id}`, { body: { phone_name: 'Outro nome de gente' } })

    const told = await world.call('superAdmin', 'GET', `clients/${client.uuid}/dados-pessoais`)
    expect(told.headers['content-disposition']).toMatch(/^attachment/)
    expect(told.text).toContain(secret)
    expect(told.text).toContain('Nome de gente')
    expect((await world.call('staffA', 'GET', `clients/${client.uuid}/dados-pessoais`)).status).toBe(403)
    expect((await world.call('staffA', 'PUT', `clients/${client.uuid}/anonimizar`)).status).toBe(403)

    await sql`
      insert into form_drafts (user_id, resource, row_uuid, form, address, work, device, agent, at)
      values (${world.people.staffA}, 'clients', ${client.uuid}, ${client.uuid}, '/clients', '{"changed":{"phone_name":"Mais gente"}}', 'a', '', now())`.execute(
      world.db,
    )
    const { status, body } = await world.call('superAdmin', 'PUT', `clients/${client.uuid}/anonimizar`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ phone_name: null, phone: null, addresses: [], document: client.document })
    const { rows } = await sql<{ all: string }>`
      select (select coalesce(string_agg(changes::text, ''), '') from audit_events where resource = 'clients' and row_id = ${client.id})
        || (select coalesce(string_agg(a::text, ''), '') from clients_addresses a where parent_id = ${client.id})
        || (select coalesce(string_agg(d.work::text, ''), '') from form_drafts d where row_uuid = ${client.uuid})
        || (select c::text from clients c where id = ${client.id}) as all`.execute(world.db)
    expect(rows[0]?.all).not.toMatch(/gente|Rua que/)
    expect(rows[0]?.all).toContain('(apagado)')
    expect((await world.call('superAdmin', 'GET', `fistels/${fistel.id}`)).status).toBe(200)
  })
})
