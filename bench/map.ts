// The map of a network of 20,000 stations and 8,000 connections, from the server as it runs, against the barest way to the same
// answer (`floor-map.ts`): how many times its time. The two answers are compared before either counts.
import { openFilled } from './filled.ts'
import { median } from './figures.ts'
import { furnishNetwork } from './network.ts'
import { processorOf, ratios, spread, timesOf } from './rounds.ts'
import { versus } from './versus.ts'

const stations = Number(process.argv[2] ?? 20_000)
const seconds = Number(process.argv[3] ?? 5)
const rounds = Number(process.argv[4] ?? 5)
/** Times the floor. */
const most = 1.5
const port = 4_811

const product = await openFilled(port, 300, database => furnishNetwork(database, stations))
try {
  const servers = [product.server, await product.startFloor('floor-map')]
  const call = () => ({ method: 'GET', path: '/api/v1/station-links-map' }) as const
  const { ours, floors } = await versus(servers, call, { seconds, rounds })
  const [floor = []] = floors
  const figures = ratios(timesOf(ours), timesOf(floor))
  console.log(
    `map of ${stations} stations: ${median(timesOf(ours)).toFixed(0)} ms of the machine; ${spread(figures)} of the floor, at most ${most}; ${processorOf(ours, floor)}`,
  )
  process.exitCode = median(figures) > most ? 1 : 0
} finally {
  await product.close()
}
