import { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import pg from 'pg'
import { openMortal } from './mortal.ts'

// A process that takes in what is on the pile, and kills itself at the step it is given: before a statement of the database, before or
// after a file gets its name, or before it hears a piece of what the reader of mails says. It says 'ready' when it begins, and 'done'
// with the number of its steps. What a mail needs is made once: a client, a ticket, and the reply address of the administrator.

const end = Number(process.argv[2])
const token = 'a'.repeat(32)
let [isCounting, steps] = [false, 0]
const step = () => {
  if (isCounting && ++steps === end) process.kill(process.pid, 'SIGKILL')
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
const { emit } = ChildProcess.prototype
ChildProcess.prototype.emit = function (...given: [string | symbol, ...unknown[]]) {
  if (given[0] === 'message') step()
  return Reflect.apply(emit, this, given)
}

const { db, house, runner, database } = await openMortal(4, { MAIL_REPLY_TO: 'suporte@outorga.example' })
await db.transaction().execute(async trx => {
  const { rows } = await sql`select 1 from reply_addresses`.execute(trx)
  if (rows.length) return
  await sql`update users set redefinir_senha_apos_login = false`.execute(trx)
  await sql`
    insert into clients (name, document, prospect) values ('Rede Serrana', '45283163000167', false)`.execute(trx)
  await sql`
    insert into tickets (name, client_id, module_id, type_id, status_id)
    select 'Estação fora do ar', (select min(id) from clients), (select min(id) from module_tickets), (select min(id) from ticket_types),
      (select min(id) from statuses where model = 'Ticket' and slug <> 'finalizado')`.execute(trx)
  await sql`
    insert into reply_addresses (token, ticket_id, person_id)
    select ${token}, (select min(id) from tickets), (select min(id) from users where email = 'a@exemplo.com.br')`.execute(
    trx,
  )
})
process.stdout.write('ready\n')
isCounting = true
const chore = house.chores.chores.find(({ name }) => name === 'correio-recebido')
await chore?.run(house, { now: new Date(), byHand: false, signal: new AbortController().signal })
isCounting = false
await runner.settled()
process.stdout.write(`done ${steps}\n`)
await database.close()
process.exit(0)
