import type { DatabaseCluster } from './databases.ts'
import { metricsToken, type Products } from './products.ts'
import type { Caller } from './traffic.ts'
import { until } from './until.ts'

/** Rows of the list that each PostgreSQL has read for somebody; the figures of a standby are its own. */
const readsOf = async (databases: DatabaseCluster) =>
  Promise.all(
    databases.hosts.map(async host => {
      const [row] = await databases.ask(
        host,
        `select pg_is_in_recovery() as standby, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows,
           (select count(*)::int from pg_stat_activity where application_name = 'outorga' and datname = 'outorga') as connections
         from pg_stat_user_tables where relname = 'plans'`,
      )
      return {
        name: host.name,
        standby: row?.standby === true,
        rows: Number(row?.rows ?? 0),
        connections: row?.connections,
      }
    }),
  )

/** How often the standby was read so far, by both processes, and how often the primary in its place. */
async function copyReads(products: Products) {
  const sum = { standby: 0, primary: 0 }
  for (const { address } of products.hosts) {
    const answer = await fetch(`http://${address}:3000/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    const text = await answer.text()
    for (const [, by, count] of text.matchAll(/^database_copy_reads\{by="(\w+)"\} (\d+)/gm))
      sum[by === 'copia' ? 'standby' : 'primary'] += Number(count)
  }
  return sum
}

/** Has long lists exported, and shows that a standby read them. Answers what is wrong. */
export async function proveReadsOfStandby(call: Caller, databases: DatabaseCluster, products: Products) {
  const times = 5
  const [before, copies] = [await readsOf(databases), await copyReads(products)]
  let total = 0
  for (let n = 0; n < times; n++) {
    const made = await call('POST', 'exports', { name: 'Planos', resource: 'plans', format: 'csv', query: '' })
    if (made.status !== 201) return [`an export is refused: ${JSON.stringify(made.body)}`]
    const { uuid, rows_total } = Object(Object(made.body).data)
    total = Number(rows_total)
    await until(
      'the export is there',
      async () => stateOf((await call('GET', `exports/${uuid}`)).body) === 'concluido',
      60,
    )
    const { body } = await call('GET', `exports/${uuid}/file`)
    const lines = String(body).trimEnd().split('\r\n').length - 1
    if (lines < total) return [`the export has ${lines} rows of ${total}`]
  }
  const isRead = async () => (await standbyRows(before)) >= times * total
  const standbyRows = async (since: typeof before) =>
    (await readsOf(databases))
      .filter(({ standby }) => standby)
      .reduce((sum, { name, rows }) => sum + rows - (since.find(each => each.name === name)?.rows ?? 0), 0)
  // A backend reports what it read some seconds after its last transaction.
  const isProved = await until('a standby read the lists', isRead, 30).then(
    () => true,
    () => false,
  )
  const [later, now] = [await readsOf(databases), await copyReads(products)]
  const read = { standby: now.standby - copies.standby, primary: now.primary - copies.primary }
  console.log(
    `${times} exports of ${total} rows, ${read.standby} reads by a standby and ${read.primary} by the primary in its place; rows each database read:`,
  )
  for (const { name, standby, rows, connections } of later)
    console.log(
      `  ${name} ${standby ? 'standby' : 'primary'}: ${rows - (before.find(each => each.name === name)?.rows ?? 0)}, connections of outorga: ${connections}`,
    )
  return [
    ...(isProved ? [] : ['no standby read the lists']),
    ...(read.standby >= times && read.primary === 0 ? [] : ['exports did not come from a standby alone']),
  ]
}

const stateOf = (body: unknown) => Object(Object(body).data).state
