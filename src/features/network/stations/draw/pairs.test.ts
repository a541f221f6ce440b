import { expect, test } from 'vitest'
import { joinedBy, lonelyIn, pairAt, partedAt, restoredAt } from '#features/network/stations/draw/pairs.ts'

const station = (id: number) => ({ id, uuid: `u${id}`, name: `Torre ${id}` })
const [one, two, three] = [station(1), station(2), station(3)]
const nothing = { stations: [], connections: [] }
const like = { capacity: null, exists: false, swap: false }
const pair = (from = one, to = two, property: number | null = null) => ({ from, to, property })

test('two stations that are picked are joined, and are in the link once', () => {
  const first = joinedBy(nothing, pair(), like)
  expect(first.connections).toMatchObject([{ station_1_id: 1, station_2_id: 2, station_link_property_id: null }])
  const second = joinedBy(first, pair(two, three), like)
  expect(second.stations.map(line => line.station_id)).toEqual([1, 2, 3])
  expect(second.connections).toHaveLength(2)
})

test('the same two are found whichever was picked first, and in their property alone', () => {
  const { connections } = joinedBy(nothing, pair(one, two, 7), like)
  expect(pairAt(connections, pair(two, one, 7))).toBe(0)
  expect(pairAt(connections, pair(one, two, 8))).toBe(-1)
  expect(pairAt(connections, pair(one, three, 7))).toBe(-1)
})

test('a connection taken away takes along what came with it, and nothing that was saved or is still joined', () => {
  const chain = joinedBy(joinedBy(nothing, pair(), like), pair(two, three), like)
  expect(partedAt(chain, 0).stations.map(line => line.station_id)).toEqual([2, 3])
  expect(partedAt(partedAt(chain, 0), 0)).toEqual(nothing)
  const [gone = {}] = chain.connections
  const since = joinedBy(partedAt(chain, 0), pair(three, station(4)), like)
  expect(restoredAt(since, 0, gone, chain.stations)).toMatchObject({
    stations: [2, 3, 4, 1].map(station_id => ({ station_id })),
    connections: [{ station_1_id: 1 }, { station_1_id: 2 }, { station_1_id: 3 }],
  })
  const saved = { ...chain, stations: chain.stations.map((line, i) => ({ ...line, id: i + 1 })) }
  const left = partedAt(saved, 0)
  expect(left.stations).toHaveLength(3)
  expect(lonelyIn(left, []).map(line => line.station_id)).toEqual([1])
  expect(lonelyIn(left, [{ station_1_id: 1, station_2_id: 9 }])).toEqual([])
})
