import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integrationQueues } from '#parts/integration/queues.ts'
import { openAuthority } from '#test/support/certificates.ts'
import { readyToIssue } from '#test/support/invoicing.ts'
import { openSefin } from '#test/support/sefin.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const authority = openAuthority()
const server = authority.issue('127.0.0.1')
const own = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35')

describe('an order called off while the emitter is down', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-off-'))
  let world: World
  let sefin: Awaited<ReturnType<typeof openSefin>>
  let client = 0
  beforeAll(async () => {
    sefin = await openSefin({ key: server.key, cert: server.cert, ca: authority.pem })
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, authority.pem)
    const env = {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      NFSE_TEST_URL: sefin.url,
      NFSE_URL: '0',
      NFSE_CA: ca,
    }
    world = await openWorld({ env, fittings: { pace: { pollMs: 3_600_000 } } })
    const given = await readyToIssue(world, { emissor: 'nacional' })
    ;({ client } = given)
    await sql`update clients set empresa_responsavel_id = ${given.company} where id = ${client}`.execute(world.db)
    const body = { file: own.pfx.toString('base64'), password: own.password }
    await world.call('superAdmin', 'PUT', `empresas/${given.company}/certificado`, { body })
  })
  afterAll(async () => {
    await world?.close()
    await sefin?.close()
    rmSync(folder, { recursive: true })
  })

  const posts = () => sefin.asked.filter(each => each === 'POST /SefinNacional/nfse').length
  async function order() {
    const body = {
      vencimento: '2031-05-10',
      descricao_servico: 'Assessoria',
      valor_servico: 480.5,
      gerar_nota_fiscal: true,
    }
    const made = dataOf(await world.call('staffA', 'POST', `clients/${client}/order-services`, { body }))
    await world.runner.settled()
    return String(made.uuid)
  }
  const read = async (uuid: string) => dataOf(await world.call('staffA', 'GET', `order-services/${uuid}`))
  const cancel = (uuid: string, ends: readonly string[]) =>
    world.call('staffA', 'PUT', `order-services/${uuid}/cancelar`, { body: { ends } })
  async function again() {
    await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(world.db)
    world.house.events.tell({ of: integrationQueues, uuid: '' })
    await world.runner.settled()
  }

  test('gets no note later where no connection was made', async () => {
    await sefin.down()
    const uuid = await order()
    await again()
    expect(await read(uuid)).toMatchObject({ state: 'em-andamento', invoice_state: 'pendente' })
    expect((await cancel(uuid, ['note'])).status).toBe(200)
    await sefin.up()
    await again()
    expect(await read(uuid)).toMatchObject({ state: 'cancelada', invoice_state: 'cancelada' })
    expect(posts()).toBe(0)
  })

  test('is work for somebody where the note may have arrived, until the note ends', async () => {
    sefin.feel('fails')
    const uuid = await order()
    expect(posts()).toBe(1)
    expect(await read(uuid)).toMatchObject({ invoice_state: 'processando' })
    await sefin.down()
    await again()
    expect(await read(uuid), 'a later refusal proves nothing').toMatchObject({ invoice_state: 'processando' })
    expect((await cancel(uuid, [])).status).toBe(200)
    expect(await read(uuid)).toMatchObject({ state: 'nota-por-cancelar' })
    await sefin.up()
    sefin.feel('accepts')
    await again()
    expect(await read(uuid)).toMatchObject({ state: 'nota-por-cancelar', invoice_state: 'autorizada' })
    // Who may cancel notes is notified, but not who cancelled the order.
    const noticesOf = async (who: string) =>
      rowsOf(await world.call(who, 'GET', 'notices?filter[kind]=nota-por-cancelar')).map(({ row_uuid }) => row_uuid)
    expect([await noticesOf('adminA'), await noticesOf('staffA')]).toEqual([[uuid], []])
    expect(await noticesOf('staffB')).toEqual([])
    const waive = (who: string, reason = 'O serviço foi prestado') =>
      world.call(who, 'PUT', `order-services/${uuid}/dispensar-nota`, { body: { reason } })
    expect((await waive('clientA')).status).toBe(403)
    expect((await waive('staffB')).status).toBe(404)
    expect((await waive('staffA', ' ')).status).toBe(422)
    const all = await Promise.all(Array.from({ length: 12 }, () => waive('adminA')))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(await read(uuid)).toMatchObject({
      state: 'cancelada',
      invoice_state: 'autorizada',
      note_waived_reason: 'O serviço foi prestado',
      note_waived_by: { name: expect.any(String) },
    })
    const { text } = await world.call('superAdmin', 'GET', `order-services/${uuid}/historico`)
    expect(text).toContain('O serviço foi prestado')
  })
})
