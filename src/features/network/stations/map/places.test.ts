import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placesIn } from '#features/network/stations/map/places.server.ts'
import { json, moved, openOutside, silent, type Outside } from '#test/support/outside.ts'
import { openWorld, type World } from '#test/support/world.ts'

const itajuba = { display_name: 'Itajubá, Minas Gerais, Brasil', lat: '-22.4258', lon: '-45.4527', extra: 1 }

test('an answer of another shape is none', () => {
  expect(placesIn([itajuba])).toEqual({ places: [{ name: itajuba.display_name, lat: -22.4258, lng: -45.4527 }] })
  for (const body of [null, {}, [{ display_name: 'x' }], [{ ...itajuba, lat: 'NaN' }], [{ ...itajuba, lon: 999 }]])
    expect(placesIn(body)).toBeNull()
  expect(placesIn(Array.from({ length: 50 }, () => itajuba))?.places).toHaveLength(6)
})

describe('places', () => {
  let outside: Outside
  let world: World
  beforeAll(async () => {
    outside = await openOutside({
      '/places/search?q=Itajub': json(200, [itajuba]),
      '/places/search?q=nada': json(200, []),
      '/places/search?q=longe': moved,
      '/places/search?q=mudo': silent,
      '/places/search?q=torto': json(200, { error: 'x' }),
    })
    world = await openWorld({ env: outside.env })
  })
  afterAll(async () => {
    await world?.close()
    await outside?.close()
  })
  const find = (words: string, who = 'staffA') =>
    world.call(who, 'GET', `stations/lugares?search=${encodeURIComponent(words)}`)

  test('are found by name, once for whoever asks the same', async () => {
    const { status, body } = await find('Itajubá')
    expect([status, body.data]).toEqual([200, [{ name: itajuba.display_name, lat: -22.4258, lng: -45.4527 }]])
    const before = outside.asked.length
    expect((await find('  itajuba ')).body.data).toHaveLength(1)
    expect(outside.asked.length).toBe(before)
    expect((await find('nada')).body.data).toEqual([])
    expect(Object((await world.call('staffA', 'GET', 'station-links-map')).body.data).places).toBe(true)
  })

  test('that are not told are said to be missing, in a sentence', async () => {
    for (const words of ['longe', 'torto', 'mudo']) {
      const { status, body } = await find(words)
      expect([words, status]).toEqual([words, 424])
      expect(body.message).toContain('A busca de lugares não respondeu. Procure no próprio mapa')
    }
    expect((await find('ab')).status).toBe(422)
    expect((await find('Itajubá', 'clientA')).status).toBe(403)
  })
})
