import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { openWorld, type World } from '#test/support/world.ts'

describe('the coleta after this one', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  test('the next pending coleta of the month is told, and after the last comes the first', async () => {
    const period = { year: 2034, month: 5, locations: [] }
    const [one, other] = [await world.make(collects, 'A1', period), await world.make(collects, 'A2', period)]
    const next = async (uuid: string) =>
      Object((await world.call('staffA', 'GET', `collects/${uuid}/proxima-pendente`)).body.data)
    expect(await next(one.uuid)).toMatchObject({ uuid: other.uuid, left: 1 })
    expect(await next(other.uuid)).toMatchObject({ uuid: one.uuid, left: 1 })
    await world.call('staffA', 'PUT', `collects/${other.uuid}/dispensar`)
    expect((await world.call('staffA', 'GET', `collects/${one.uuid}/proxima-pendente`)).body.data).toBeNull()
  })
})
