// A spreadsheet of 20,000 clients imported (read, judged, and then written with their addresses and their history) against the same rows
// written by hand: one `copy` of the file into a table of texts and, from there, the clients, their addresses and a line of history of each,
// three statements in one transaction.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { cnpj } from '../test/support/drafts.ts'
import { median } from './figures.ts'
import { openProduct } from './product.ts'
import { spread } from './rounds.ts'

const clients = Number(process.argv[2] ?? 20_000)
const rounds = Number(process.argv[3] ?? 5)
/** Times as long as the rows written by hand. */
const most = 5

const product = await openProduct(4803, async () => {})
const database = new Client({ connectionString: product.database })
await database.connect()
const path = join(tmpdir(), `outorga-bench-${process.pid}.csv`)
try {
  const { rows: cities } = await database.query<{ id: number; ibge: number }>(
    'select id, ibge from cities order by ibge limit 200',
  )
  const ratios = { written: [] as number[], whole: [] as number[] }
  const seconds = { judged: [] as number[], written: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const floor = await timed(() => byHand(fileOf(2 * round)))
    const { judged, written } = await imported(fileOf(2 * round + 1))
    ratios.written.push(written / floor)
    ratios.whole.push((judged + written) / floor)
    seconds.floor.push(floor)
    seconds.judged.push(judged)
    seconds.written.push(written)
  }
  console.log(
    `${clients} clients by hand: ${spread(seconds.floor)} s; judged in ${spread(seconds.judged)} s, written in ${spread(seconds.written)} s`,
  )
  console.log(
    `  written: ${spread(ratios.written)} times as long, at most ${most}; with the reading and judging: ${spread(ratios.whole)}`,
  )
  process.exitCode = median(ratios.written) <= most ? 0 : 1

  /** Of each round its own documents. */
  function fileOf(round: number): Buffer {
    const lines = Array.from({ length: clients }, (_, n) => {
      const at = round * clients + n
      const city = cities[at % cities.length]?.ibge
      return [
        `Provedor ${at} Telecom Ltda`,
        cnpj(8_000_000 + at),
        `contato${at}@provedor.test`,
        `Rua ${at}`,
        city,
      ].join(';')
    })
    return Buffer.from(['Razão social;CNPJ;E-mail;Logradouro;Cód. IBGE', ...lines].join('\r\n'))
  }

  async function byHand(file: Buffer) {
    writeFileSync(path, file, { mode: 0o644 })
    await database.query('begin')
    await database.query(
      'create temp table given (name text, document text, email text, address text, ibge integer) on commit drop',
    )
    await database.query(`copy given from '${path}' with (format csv, delimiter ';', header)`)
    await database.query(`
      with made as (
        insert into clients (name, document, email) select name, document, email from given returning id, name, document, email),
      placed as (
        insert into clients_addresses (parent_id, position, address, city_id)
        select made.id, 0, given.address, cities.id from made join given using (document) join cities using (ibge))
      insert into audit_events (request_id, user_id, event, resource, row_id, changes)
      select 'a mao', 1, 'clients.store', 'clients', id,
        jsonb_build_object('name', jsonb_build_array(null, name), 'document', jsonb_build_array(null, document), 'email', jsonb_build_array(null, email))
      from made`)
    await database.query('commit')
  }

  async function imported(file: Buffer) {
    const sent = performance.now()
    const answer = await product.ask('POST', `imports/arquivo?name=clientes.csv&resource=clients`, file)
    const { uuid } = Object(await answer.json()).data
    const before = await until(uuid, 'em-preparo')
    const judged = (performance.now() - sent) / 1_000
    if (before.refused) throw new Error(JSON.stringify(before))
    const begun = performance.now()
    await product.ask('PUT', `imports/${uuid}/importar`, { whole: false })
    const row = await until(uuid, 'concluido')
    if (row.created !== clients) throw new Error(JSON.stringify(row))
    return { judged, written: (performance.now() - begun) / 1_000 }
  }

  async function until(uuid: string, state: string) {
    for (;;) {
      const { data } = Object(await (await product.ask('GET', `imports/${uuid}`)).json())
      if (data.state === state) return data
      if (['falhou', 'cancelado'].includes(data.state)) throw new Error(JSON.stringify(data))
      await after(50)
    }
  }
} finally {
  await database.end()
  await product.close()
  rmSync(path, { force: true })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}
