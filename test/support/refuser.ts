import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import pg from 'pg'
import { keepFile } from '#parts/file/store.server.ts'
import { readReceipt } from '#parts/receipt/read.ts'
import { callerOf } from './calls.ts'
import { cnpj } from './drafts.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'
import { receiptLines } from './receipts.ts'

// A process that registers the refusal of one coleta by the door it is given, 'bandeja' or 'mao', and kills itself at the step it is
// given: before a statement of the database, before and after a file gets its name, or before the answer. First it registers again
// whatever an earlier life left unregistered, as the person would who got no answer. It says 'done' with the number of its steps.

const [, , door = 'bandeja', end = '0', number = '0'] = process.argv
/** Only the steps of the refusal are counted, whatever else the house does meanwhile. */
const counted = new AsyncLocalStorage<true>()
let steps = 0
const step = () => {
  if (counted.getStore() && ++steps === Number(end)) process.kill(process.pid, 'SIGKILL')
}
const { rename } = fs.promises
fs.promises.rename = async (...given) => {
  step()
  await rename(...given)
  step()
}
syncBuiltinESMExports()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...given: unknown[]) {
  step()
  return Reflect.apply(query, this, given)
}

const { app, config, db, runner, database } = await openMortal(4, { REQUESTS_PER_MINUTE: '1000000' })
const { rows: people } = await sql<{ id: number }>`select min(id)::float8 as id from users`.execute(db)
const call = callerOf(app, { me: await enter(db, people[0]?.id ?? 0) })

interface SentColeta {
  readonly uuid: string
  readonly document: string
  /** Its refusal in the tray; null where it is given by hand. */
  readonly receipt: string | null
  readonly state: string | null
}
const paperOf = (document: string) =>
  receiptLines({
    document,
    protocol: `2026.${document.slice(0, 8)}`,
    more: ['ARQUIVO RECUSADO', 'Linha 14: código IBGE inexistente'],
  }).join('\n')

/** A client that somebody else answers for, whose coleta of July went; at the tray's door its refusal waits there. */
async function prepare() {
  const document = cnpj(7_300_000 + Number(number))
  const text = paperOf(document)
  const sha256 = await keepFile({ config, sql: db }, Buffer.from(text))
  const found = JSON.stringify(readReceipt(text))
  await db.transaction().execute(async trx => {
    await sql`
      insert into users (name, email, profile_id, password)
      select 'Responsável', 'responsavel@exemplo.com.br', min(profile_id), 'nenhuma' from users having count(*) = 1`.execute(
      trx,
    )
    await sql`
      with c as (insert into clients (name, document, responsible_id)
          select ${`Provedor ${number}`}, ${document}, max(id) from users returning id),
        f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
          select id, to_char(50380000000 + id, 'FM00000000000'), (select id from service_types where term = '045'), true from c
          returning id, client_id, service_type_id)
      insert into collects (client_id, fistel_id, service_type_id, year, month, edition, status_id)
      select client_id, id, service_type_id, 2026, 7, 1, (select id from statuses where model = 'Collect' and slug = 'enviada') from f`.execute(
      trx,
    )
    if (door === 'bandeja')
      await sql`
        with d as (insert into receipt_drops (name, state, user_id) values ('Lote', 'concluido', (select min(id) from users))
          returning id, user_id)
        insert into receipts (name, ext, size, sha256, drop_id, user_id, state, why, found)
        select ${`${document}.pdf`}, 'pdf', 1, ${sha256}, d.id, d.user_id, 'bandeja', 'Parece uma recusa.', ${found} from d`.execute(
        trx,
      )
  })
}

async function coletas(): Promise<readonly SentColeta[]> {
  const { rows } = await sql<SentColeta>`
    select k.uuid, c.document, r.uuid as receipt, r.state from collects k join clients c on c.id = k.client_id
      left join receipts r on r.name = c.document || '.pdf' order by k.id`.execute(db)
  return rows
}

/** What somebody does who holds a refusal; 409 where it was registered before. */
async function register({ uuid, document, receipt }: SentColeta): Promise<number> {
  const { status, text } = receipt
    ? await call('me', 'PUT', `receipts/${receipt}/guardar`, { body: { target: { kind: 'recusa', coleta: uuid } } })
    : await call('me', 'POST', `collects/${uuid}/recibo?name=recusa.txt&as=recusa`, {
        body: Buffer.from(paperOf(document)),
        headers: { 'content-type': 'application/octet-stream' },
      })
  if (status !== 409 && status >= 300) throw new Error(text)
  return status
}

for (const each of await coletas()) await register(each)
await prepare()
const last = (await coletas()).at(-1)
if (!last) throw new Error('nothing was prepared')
// What a process does only once is behind it.
await call('me', 'GET', `collects/${last.uuid}`)
await counted.run(true, async () => {
  await register(last)
  step()
})
await runner.settled()
process.stdout.write(`done ${steps}\n`)
await runner.stop()
await database.close()
process.exit(0)
