import { openDatabase } from '#server/database/open.ts'

/**
 * Writes until it is killed: each transaction inserts a row and moves money between two accounts, and only once committed
 * is its number printed. The first line is the highest number found at the start.
 */
const database = await openDatabase({ DATABASE_URL: process.env.DATABASE_URL, OUTORGA_DATA_DIR: process.argv[2] ?? '' })
await database.pool.query(`
  create table if not exists written (id integer primary key, text text);
  create index if not exists written_text on written (text);
  create table if not exists accounts (id integer primary key, cents integer);
  insert into accounts values (1, 0), (2, 0) on conflict do nothing`)
const { rows } = await database.pool.query('select coalesce(max(id), 0) as last from written')
process.stdout.write(`${rows[0].last}\n`)

for (let id = Number(rows[0].last) + 1; ; id += 1) {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('insert into written values ($1, $2)', [id, `${id} ${'x'.repeat(id % 500)}`])
  await client.query('update accounts set cents = cents - 1 where id = 1')
  await client.query('update accounts set cents = cents + 1 where id = 2')
  await client.query('commit')
  client.release()
  process.stdout.write(`${id}\n`)
}
