import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { features } from '#features/index.ts'
import { tableOf, titleOf, verbsOf } from '#kernel/resource.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

interface Change {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}
interface Event {
  readonly id: number
  readonly event: string
  readonly author: string
  readonly reason: string | null
  readonly changes: readonly Change[]
}

describe('the history of a record', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const uuid = () => world.target('clients', 'A1')?.uuid
  const put = (body: object, headers = {}, who = 'staffA') =>
    world.call(who, 'PUT', `clients/${uuid()}`, { body, headers })
  async function historyOf(who = 'staffA'): Promise<readonly Event[]> {
    const { body, status } = await world.call(who, 'GET', `clients/${uuid()}/historico`)
    expect(status).toBe(200)
    return body.data as readonly Event[]
  }
  const restore = (event: number | undefined, fields: readonly string[], headers = {}, who = 'staffA') =>
    world.call(who, 'PUT', `clients/${uuid()}/restaurar`, { body: { event, fields }, headers })

  test('tells who changed which field, from what to what, and why', async () => {
    await put({ phone_name: 'Marta' })
    await put({ phone_name: 'Otávio', capital_social: 1_500 }, { 'x-motivo': encodeURIComponent('Saiu em férias') })
    const [last] = await historyOf()
    expect(last).toMatchObject({ event: 'Alteração', author: 'zzAzz staffA', reason: 'Saiu em férias' })
    expect(last?.changes).toContainEqual(
      expect.objectContaining({ field: 'phone_name', before: 'Marta', after: 'Otávio' }),
    )
    expect(last?.changes.find(({ field }) => field === 'capital_social')?.after).toBe('R$\u00a01.500,00')
  })

  test('puts back what was there, as a change like any other', async () => {
    await put({ phone_name: 'Antes', email: 'antes@exemplo.com.br' })
    await put({ phone_name: 'Depois', email: 'depois@exemplo.com.br' })
    const [last] = await historyOf()
    const restored = await restore(last?.id, ['phone_name'])
    expect(restored.status).toBe(200)
    expect(restored.body.data).toMatchObject({ phone_name: 'Antes', email: 'depois@exemplo.com.br' })
    const [now] = await historyOf()
    expect(now).toMatchObject({ event: 'Restauração' })
    expect(now?.changes).toEqual([expect.objectContaining({ field: 'phone_name', before: 'Depois', after: 'Antes' })])
  })

  test('refuses a stale restore, another row’s event and what cannot be put back', async () => {
    const [last] = await historyOf()
    expect((await restore(last?.id, ['phone_name'], { 'if-match': '"1"' })).status).toBe(412)
    const other = await world.call('staffA', 'PUT', `clients/${world.target('clients', 'A2')?.uuid}/restaurar`, {
      body: { event: last?.id, fields: ['phone_name'] },
    })
    expect(other.status).toBe(404)
    expect((await restore(last?.id, ['have_pendencies'])).status).toBe(409)
    expect((await restore(last?.id, [])).status).toBe(422)
  })

  test('names what a reference points to, and tells lines by what became of them', async () => {
    const plans = await world.call('staffA', 'GET', 'plans?per_page=2&sort=id')
    const [one] = plans.body.data as readonly { readonly id: number; readonly name: string }[]
    await put({ plan_id: null, phones: [] })
    await put({ plan_id: one?.id, phones: [{ phone: '+5511912345678' }] })
    const [last] = await historyOf()
    expect(last?.changes).toContainEqual(expect.objectContaining({ field: 'plan', before: null, after: one?.name }))
    expect(last?.changes).toContainEqual(expect.objectContaining({ field: 'phones', after: '1 linha nova' }))
  })

  test('puts back lines: those still there as they were, those taken away anew', async () => {
    const phone = (number: string, responsible: string) => ({ phone: number, responsible })
    const { body } = await put({ phones: [phone('+5511912345678', 'Ana'), phone('+5511987654321', 'Rui')] })
    const [ana] = Object(body.data).phones as readonly { readonly id: number }[]
    await put({ phones: [{ id: ana?.id, ...phone('+5511912345678', 'Trocada') }] })
    const [last] = await historyOf()
    const restored = await restore(last?.id, ['phones'])
    expect(restored.status).toBe(200)
    expect(Object(restored.body.data).phones).toMatchObject([
      { id: ana?.id, responsible: 'Ana' },
      { phone: '+5511987654321', responsible: 'Rui' },
    ])
  })

  test('brings back what was deleted, as it was, and says so', async () => {
    const made = await world.make(clients, 'A1')
    const at = `clients/${made.uuid}`
    const revive = (who = 'staffA') => world.call(who, 'PUT', `${at}/restaurar`, { body: {} })
    expect((await revive()).status).toBe(404)
    expect((await world.call('staffA', 'DELETE', at)).status).toBe(200)
    expect((await world.call('staffA', 'GET', at)).status).toBe(404)
    expect((await revive('staffB')).status).toBe(404)
    expect((await revive('clientA')).status).toBe(403)
    expect(await revive()).toMatchObject({ status: 200, body: { message: 'Cliente restaurado com sucesso.' } })
    expect((await world.call('staffA', 'GET', at)).status).toBe(200)
    const { body } = await world.call('staffA', 'GET', `${at}/historico`)
    expect((body.data as readonly Event[]).map(({ event }) => event)).toEqual([
      'Restauração',
      'Exclusão',
      'Registro criado',
    ])
  })

  test('what points to something deleted waits for it', async () => {
    const owner = await world.make(clients, 'A1')
    const { body } = await world.call('staffA', 'POST', 'tickets', {
      body: { name: 'Sem sinal', client_id: owner.id, module_id: 1, type_id: 1 },
    })
    const ticket = `tickets/${Object(body.data).uuid}`
    await world.call('staffA', 'DELETE', ticket)
    await world.call('staffA', 'DELETE', `clients/${owner.uuid}`)
    expect(await world.call('staffA', 'PUT', `${ticket}/restaurar`, { body: {} })).toMatchObject({
      status: 409,
      body: { message: 'Não é possível restaurar o chamado: algo a que se refere foi excluído.' },
    })
    await world.call('staffA', 'PUT', `clients/${owner.uuid}/restaurar`, { body: {} })
    expect((await world.call('staffA', 'PUT', `${ticket}/restaurar`, { body: {} })).status).toBe(200)
  })

  test('of all of it, calls the rows of every section by their name, reckoned and referred to as well', async () => {
    const shown = features.filter(each => verbsOf(each).includes('show'))
    const said = await Promise.all(
      shown.map(async resource => {
        const target = world.target(resource.path, 'A1')
        if (!target) return []
        await sql`insert into audit_events (request_id, event, resource, row_id, changes)
          values ('planted', 'update', ${tableOf(resource)}, ${target.id}, '{}')`.execute(world.db)
        const { body, status } = await world.call('superAdmin', 'GET', `historico?section=${resource.path}`)
        const row = Object(dataOf(await world.call('superAdmin', 'GET', `${resource.path}/${target.uuid}`)))
        const name: unknown = row[titleOf(resource)]
        const found = Object(body.data).find?.((each: { uuid: string }) => each.uuid === target.uuid)
        return [
          {
            section: resource.path,
            status,
            title: found?.title,
            name: typeof name === 'object' ? Object(name).name : String(name),
          },
        ]
      }),
    )
    expect(said.flat().length).toBeGreaterThan(30)
    expect(said.flat().filter(({ status, title, name }) => status !== 200 || title !== name)).toEqual([])
  })

  test('of all of it, one act over many rows is one line that opens, for each reader as far as they see', async () => {
    const made = []
    for (let i = 0; i < 4; i++) made.push(await world.make(clients, i < 3 ? 'A1' : 'B1'))
    const search = async (more: string, who = 'superAdmin') =>
      Object((await world.call(who, 'GET', `historico?section=clients${more}`)).body).data
    const ids = made.map(({ id }) => id)
    expect((await world.call('superAdmin', 'PUT', 'clients/disable', { body: { ids } })).status).toBe(200)
    const [act] = await search('')
    expect(act).toMatchObject({ event: 'Inativação', title: '4 clientes', lines: 4, uuid: null, changes: [] })
    const lines = await search(`&act=${act.id}`)
    expect(lines.map(({ uuid }: { uuid: string }) => uuid).toSorted()).toEqual(made.map(({ uuid }) => uuid).toSorted())
    expect(lines.map((each: { lines: number }) => each.lines)).toEqual([1, 1, 1, 1])
    // What stands before it, and what is found by words, is told line by line.
    expect((await search(''))[1].lines).toBe(1)
    expect((await world.call('superAdmin', 'PUT', 'clients/enable', { body: { ids: ids.slice(0, 1) } })).status).toBe(
      200,
    )
    expect((await search(''))[0]).toMatchObject({ event: 'Reativação', lines: 1, uuid: made[0]?.uuid })
  })

  test('is not for people of a client, nor of another company', async () => {
    expect((await world.call('clientA', 'GET', `clients/${uuid()}/historico`)).status).toBe(403)
    expect((await world.call('staffB', 'GET', `clients/${uuid()}/historico`)).status).toBe(404)
  })
})
