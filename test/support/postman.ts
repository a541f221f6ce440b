import { sql } from 'kysely'
import { openMortal } from './mortal.ts'

// A process that takes in mail until it is killed, from the mailbox and the pile of its surroundings. It says 'ready' when it
// begins, and 'done' when nothing is left.

const { db, house, runner, database } = await openMortal(4)
process.stdout.write('ready\n')
const chore = house.chores.chores.find(({ name }) => name === 'correio-recebido')
for (;;) {
  // What fails is tried again, as the house would.
  await chore
    ?.run(house, { now: new Date(), byHand: false, signal: new AbortController().signal })
    .catch(() => undefined)
  const { rows } = await sql<{ waiting: number; all: number }>`
    select (count(*) filter (where state = 'recebida'))::int as waiting, count(*)::int as all from incoming_mails`.execute(
    db,
  )
  if ((rows[0]?.all ?? 0) >= Number(process.argv[2]) && !rows[0]?.waiting) break
}
await runner.settled()
process.stdout.write('done\n')
await database.close()
