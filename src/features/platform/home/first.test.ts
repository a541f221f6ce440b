import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { firstSteps } from '#features/platform/home/first.ts'
import { openWorld, type World } from '#test/support/world.ts'

describe('first steps', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const totalOf = async (path: string, query: Readonly<Record<string, string>>) => {
    const reply = await world.call('superAdmin', 'GET', `${path}?${new URLSearchParams({ ...query, per_page: '1' })}`)
    expect(reply.status).toBe(200)
    return Number(reply.body.total)
  }

  test('divide the clients between the fistels and the first month, and are over when each client has somebody', async () => {
    expect(firstSteps.map(({ title }) => title)).toEqual([
      'Cadastre a sua empresa',
      'Convide a equipe',
      'Traga os clientes',
      'Registre os fistéis',
      'Divida os clientes',
      'Abra o primeiro mês',
    ])
    const step = firstSteps.find(({ left }) => left)
    if (!step?.left) throw new Error('no step is done by what is left')
    const { left } = step
    const { path } = step.of
    const before = await totalOf(path, left)
    const make = () => world.make(clients, 'A1', { responsible_id: null })
    const [one, other] = [await make(), await make()]
    expect(await totalOf(path, left)).toBe(before + 2)
    expect((await world.call('superAdmin', 'PUT', 'clients/disable', { body: { ids: [one.id] } })).status).toBe(200)
    expect(await totalOf(path, left)).toBe(before + 1)
    const body = { responsible_id: world.target('people', 'A1')?.id }
    expect((await world.call('superAdmin', 'PUT', `clients/${other.id}`, { body })).status).toBe(200)
    expect(await totalOf(path, left)).toBe(before)
  })

  test('ask for rights that exist', async () => {
    const { rows } = await sql<{ name: string }>`select name from permissions`.execute(world.db)
    const known = new Set(rows.map(({ name }) => name))
    const needed = firstSteps.flatMap(({ of, ways }) => [`${of.path}.index`, ...ways.map(({ needs }) => needs)])
    expect(needed.filter(name => !known.has(name))).toEqual([])
  })

  test('work without anybody, which the band of the first page names, is counted by kind', async () => {
    const nobody = async (): Promise<readonly (readonly [unknown, unknown])[]> => {
      const reply = await world.call('superAdmin', 'GET', 'people/carga')
      const found: unknown = Object(reply.body.data).nobody
      return Array.isArray(found)
        ? found.map((each): readonly [unknown, unknown] => [Object(each).kind, Object(each).open])
        : []
    }
    const before = new Map(await nobody())
    await world.make(clients, 'A1', { responsible_id: null })
    const after = new Map(await nobody())
    expect(Number(after.get('clients') ?? 0) - Number(before.get('clients') ?? 0)).toBe(1)
  })
})
