import { setTimeout as after } from 'node:timers/promises'
import { openDatabase } from '#server/database/open.ts'

/**
 * Four writers until somebody kills the process: each transaction inserts a row and moves money between two accounts, and only once it
 * is committed are the writer and its number printed: '2 17'. The first line is 'ready'. After a failure a writer goes on from what it
 * finds: of a commit that was not answered nobody knows whether it was one.
 */
const database = await openDatabase({ DATABASE_URL: process.env.DATABASE_URL, OUTORGA_DATA_DIR: process.argv[2] ?? '' })
await database.pool.query(`
  create table if not exists written (writer integer, id integer, text text, primary key (writer, id));
  create index if not exists written_text on written (text);
  create table if not exists accounts (id integer primary key, cents integer);
  insert into accounts values (1, 0), (2, 0) on conflict do nothing`)
process.stdout.write('ready\n')

const lastOf = async (writer: number) => {
  const { rows } = await database.pool.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from written where writer = $1',
    [writer],
  )
  return rows[0]?.last ?? 0
}

async function write(writer: number, id: number): Promise<void> {
  const client = await database.pool.connect()
  let failed = true
  try {
    await client.query('begin')
    await client.query('insert into written values ($1, $2, $3)', [writer, id, `${id} ${'x'.repeat(id % 500)}`])
    await client.query('update accounts set cents = cents - 1 where id = 1')
    await client.query('update accounts set cents = cents + 1 where id = 2')
    await client.query('commit')
    failed = false
  } finally {
    client.release(failed)
  }
  process.stdout.write(`${writer} ${id}\n`)
}

async function writeOn(writer: number): Promise<never> {
  for (;;)
    try {
      for (let id = (await lastOf(writer)) + 1; ; id += 1) await write(writer, id)
    } catch {
      await after(20)
    }
}

await Promise.all([1, 2, 3, 4].map(writeOn))
