import { sql } from 'kysely'
import { columnsGuessed } from '#features/platform/imports/section/header.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { importing } from '#features/platform/imports/writing/work.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { askAgain } from './again.ts'
import { openMortal } from './mortal.ts'

/**
 * A product that imports a file until it is killed: judged, confirmed as somebody would, written. Begins where the one before
 * it died; prints a line when it is up, and another when nothing is left to do.
 */
const [, , folder = '', rows = '300'] = process.argv
const { config, database, db, house, runner } = await openMortal(4, { OUTORGA_DATA_DIR: folder })
const queue = openQueue(db, 4)
const columns = sectionAt('clients')?.columns ?? []

async function begin() {
  const verify = (digits: string, weights: readonly number[]) => {
    const rest = weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const cnpj = (n: number) => {
    const base = `${String(21_000_000 + n)}0001`
    const first = verify(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    return `${base}${first}${verify(`${base}${first}`, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])}`
  }
  const lines = Array.from({ length: Number(rows) }, (_, n) => `Provedor ${n};${cnpj(n)};Rua ${n}`)
  const header = ['Razão social', 'CNPJ', 'Logradouro']
  const sha256 = await keepFile({ config, sql: database.kysely }, Buffer.from([header.join(';'), ...lines].join('\n')))
  await db.transaction().execute(async trx => {
    const { rows: made } = await sql<{ uuid: string; user: number }>`
      insert into imports (name, resource, sha256, header, mapping, match_by, user_id)
      values ('clientes.csv', 'clients', ${sha256}, ${JSON.stringify(header)}::jsonb,
        ${JSON.stringify({ columns: columnsGuessed(header, columns), values: [], kbps: false })}::jsonb, 'document', (select min(id) from users))
      returning uuid, user_id as "user"`.execute(trx)
    const [row] = made
    if (row) await queue.send(trx, row.uuid, { user_id: row.user, company: null, work: importing.name, given: {} })
  })
}

const look = async () =>
  (
    await sql<{ id: number; uuid: string; state: string; error: string | null; user: number }>`
      select id, uuid, state, error, user_id as "user" from imports order by id desc limit 1`.execute(db)
  ).rows[0]
if (!(await look())) await begin()
runner.nudge()
process.stdout.write('up\n')
for (;;) {
  const row = await look()
  if (row?.state === 'concluido') break
  if (row?.state === 'falhou' && !(await askAgain(db, queue, { table: 'imports', uuid: row.uuid, user_id: row.user })))
    throw new Error(`the import failed: ${row.error}`)
  if (row?.state === 'em-preparo')
    await db.transaction().execute(async trx => {
      await sql`update imports set state = 'na-fila', step = 'gravar' where id = ${row.id}`.execute(trx)
      await queue.again(trx, row.uuid, { user_id: row.user }).catch(async () => {
        // Killed between the last row judged and the job's end: it ends by itself.
        await sql`update imports set state = 'em-preparo' where id = ${row.id}`.execute(trx)
      })
    })
  house.jobs.runner?.nudge()
  await new Promise(later => setTimeout(later, 20))
}
process.stdout.write('done\n')
await runner.stop()
await database.close()
process.exit(0)
