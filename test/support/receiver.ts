import { sql } from 'kysely'
import { readDrop } from '#features/regulatory/receipts/drop-job.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { askAgain } from './again.ts'
import { cnpj } from './drafts.ts'
import { pdfOf, receiptLines } from './receipts.ts'
import { openMortal } from './mortal.ts'

/**
 * A product that reads a drop of receipts until it is killed. Begins where the one before it died; prints a line when it is
 * up, and another when nothing is left to do.
 */
const [, , folder = '', files = '40'] = process.argv
const { config, database, db, house, runner } = await openMortal(4, { OUTORGA_DATA_DIR: folder })
const queue = openQueue(db, 4)

/** As many clients as files, each with a coleta of July that went, and a receipt of it that nobody read. */
async function begin() {
  const documents = Array.from({ length: Number(files) }, (_, n) => cnpj(7_100_000 + n))
  const hashes: string[] = []
  for (const document of documents)
    hashes.push(await keepFile({ config, sql: db }, await pdfOf(receiptLines({ document }))))
  await db.transaction().execute(async trx => {
    await sql`
      with c as (insert into clients (name, document) select 'Provedor ' || n, d
          from unnest(${documents}::text[]) with ordinality x (d, n) returning id),
        f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
          select id, to_char(50390000000 + id, 'FM00000000000'), (select id from service_types where term = '045'), true from c
          returning id, client_id, service_type_id)
      insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
      select client_id, id, service_type_id, 2026, 7, (select id from statuses where model = 'Collect' and slug = 'enviada') from f`.execute(
      trx,
    )
    const { rows } = await sql<{ uuid: string; user_id: number }>`
      with d as (insert into receipt_drops (name, state, user_id) values ('Lote', 'na-fila', (select min(id) from users))
          returning id, uuid, user_id),
        r as (insert into receipts (name, ext, size, sha256, drop_id, user_id)
          select 'recibo-' || n || '.pdf', 'pdf', 1, h, d.id, d.user_id from d, unnest(${hashes}::text[]) with ordinality x (h, n))
      select uuid, user_id from d`.execute(trx)
    const [drop] = rows
    if (drop) await queue.send(trx, drop.uuid, { user_id: drop.user_id, company: null, work: readDrop.name, given: {} })
  })
}

const look = async () =>
  (
    await sql<{ uuid: string; state: string; error: string | null; user_id: number }>`
      select uuid, state, error, user_id from receipt_drops limit 1`.execute(db)
  ).rows[0]
if (!(await look())) await begin()
runner.nudge()
process.stdout.write('up\n')
for (;;) {
  const drop = await look()
  if (drop?.state === 'concluido') break
  if (drop?.state === 'falhou' && !(await askAgain(db, queue, { table: 'receipt_drops', ...drop })))
    throw new Error(`the drop failed: ${drop.error}`)
  house.jobs.runner?.nudge()
  await new Promise(later => setTimeout(later, 20))
}
process.stdout.write('done\n')
await runner.stop()
await database.close()
process.exit(0)
