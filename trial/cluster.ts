// Two hosts of the product and three of its database, which are killed, cut off and upgraded while people write through both.
// Then every acknowledged write is looked for. `npm run trial -- cluster`: root and Debian's programs (docs/operar/cluster.md).
import { setTimeout as after } from 'node:timers/promises'
import { startDatabases } from './cluster/databases.ts'
import { proveReadsOfStandby } from './cluster/exports.ts'
import { openNetwork, type Host } from './cluster/network.ts'
import { openProducts } from './cluster/products.ts'
import { judge, printTable } from './cluster/table.ts'
import { callerAt, startTraffic, type Witness } from './cluster/traffic.ts'
import { until } from './cluster/until.ts'
import { buildRelease, otherPackages, previousRelease } from './releases.ts'

const folder = process.env.TRIAL_DIR ?? ''
if (!folder) throw new Error('npm run trial -- cluster')
/** Those asked for by a word of their name; all unless one is. */
const wanted = process.argv.slice(2)

const network = openNetwork(folder)
const databases = await startDatabases([
  network.addHost('db1', '10.0.0.11'),
  network.addHost('db2', '10.0.0.12'),
  network.addHost('db3', '10.0.0.13'),
])
console.log('three databases run')
const [one, other] = [network.addHost('app1', '10.0.0.1'), network.addHost('app2', '10.0.0.2')]
const products = await openProducts(folder, [one, other], network.addHost('front', '10.0.0.5'))

const today = process.cwd()
const previous = previousRelease()
const before = typeof previous === 'string' ? today : buildRelease(previous.commit, folder)
if (typeof previous === 'string') console.log(`both builds are of today: ${previous}`)
else
  console.log(
    `the previous release is ${previous.commit.slice(0, 12)} (${previous.how}), ${otherPackages(before).length} of its packages are of other versions here`,
  )
for (const host of [one, other]) await products.start(host, before)
console.log('two hosts answer')
const call = await callerAt(products.url)

interface Scenario {
  readonly name: string
  /** Does the harm, and answers what puts it right. */
  harm(): Promise<() => Promise<void> | void>
}
const hostOf = databases.hostOf
const scenarios: readonly Scenario[] = [
  {
    name: 'rolling upgrade',
    harm: async () => {
      for (const host of [one, other]) {
        await products.stop(host)
        await products.start(host, today)
        await after(3_000)
      }
      return () => {}
    },
  },
  {
    name: 'PostgreSQL of the leader killed',
    harm: async () => {
      const leader = await hostOf('leader')
      await leader.kill('postgres')
      return () => startAgain(leader)
    },
  },
  {
    name: 'Patroni of the leader killed',
    harm: async () => {
      const leader = await hostOf('leader')
      await leader.kill('/usr/bin/patroni')
      return () => startAgain(leader)
    },
  },
  {
    name: 'leader cut off',
    harm: async () => {
      const leader = await hostOf('leader')
      leader.cut()
      return () => leader.plugIn()
    },
  },
  {
    name: 'synchronous standby cut off',
    harm: async () => {
      const standby = await hostOf('sync_standby')
      standby.cut()
      return () => standby.plugIn()
    },
  },
  {
    name: 'host of the leader killed',
    harm: async () => {
      const leader = await hostOf('leader')
      leader.cut()
      await leader.kill()
      return () => {
        leader.plugIn()
        databases.startEtcd(leader)
        databases.startBouncer(leader)
        databases.startPatroni(leader)
      }
    },
  },
  {
    name: 'leading etcd killed',
    harm: async () => {
      const host = databases.etcdLeader()
      await host.kill('etcd')
      return () => databases.startEtcd(host)
    },
  },
  {
    name: 'host of the product killed',
    harm: async () => {
      one.cut()
      await one.kill()
      return async () => {
        one.plugIn()
        await products.start(one, today)
      }
    },
  },
]

/** Patroni starts PostgreSQL; each is started where it does not run. */
function startAgain(host: Host) {
  if (!host.processes('/usr/bin/patroni').length) databases.startPatroni(host)
  if (!host.processes('pgbouncer').length) databases.startBouncer(host)
}

const witnesses: Witness[] = []
const chosen = scenarios.filter(({ name }) => !wanted.length || wanted.some(word => name.includes(word)))
if (!chosen.some(({ name }) => name === 'rolling upgrade'))
  for (const host of [one, other]) {
    await products.stop(host)
    await products.start(host, today)
  }
for (const { name, harm } of chosen) {
  await databases.whole()
  const traffic = startTraffic(call, name)
  await after(3_000)
  const begun = performance.now()
  const heal = await harm()
  // Long enough for a lease to run out, and for whoever is slow to be refused.
  await after(Math.max(0, 20_000 - (performance.now() - begun)))
  await until('nobody is refused', () => traffic.calmFor() > 4, 60)
  await heal()
  await databases.whole()
  await after(3_000)
  witnesses.push(await traffic.stop())
  const { rows, refusals } = traffic.witness
  const seconds = Math.round((performance.now() - begun) / 1_000)
  console.log(`${name}: ${seconds} s, ${rows.length} rows, ${refusals.length} refusals`)
}

await databases.whole()
const found = await judge(call, databases, witnesses)
printTable(found)
const reads = await proveReadsOfStandby(call, databases, products)
const wrong = [...found.flatMap(({ wrong: each }) => each), ...reads]
for (const line of wrong) console.log(`WRONG: ${line}`)
process.exit(wrong.length ? 1 : 0)
