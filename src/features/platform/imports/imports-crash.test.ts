import { afterAll, expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { bundled } from '#test/support/bundled.ts'
import { testOrdeal } from '#test/support/ordeal.ts'

/** A release shows 100: `IMPORT_KILLS=100 npx vitest run src/features/platform/imports/imports-crash.test.ts`. */
const kills = Number(process.env.IMPORT_KILLS ?? 2)
/** So many that there is always some left to kill. */
const rows = Math.max(120, kills * 40)
const patience = 60_000 + kills * 15_000

const importer = await bundled('test/support/importer.ts')
afterAll(importer.remove)

async function expectWhole({ pool }: Database) {
  const made = await pool.query(`select count(*)::int as n, count(distinct document)::int as different from clients`)
  expect(made.rows[0]).toEqual({ n: rows, different: rows })
  const told = await pool.query(
    `select count(*)::int as n from import_rows r join clients c on c.id = r.target and c.name = r.cells ->> 0 where r.state = 'feita'`,
  )
  expect(told.rows[0]).toEqual({ n: rows })
  const places = await pool.query(`select count(*)::int as n from clients_addresses`)
  expect(places.rows[0]).toEqual({ n: rows })
  const events = await pool.query(`select count(*)::int as n from audit_events where event = 'clients.store'`)
  expect(events.rows[0]).toEqual({ n: rows })
  const { rows: ended } = await pool.query(`select state, created, refused from imports`)
  expect(ended).toEqual([{ state: 'concluido', created: rows, refused: 0 }])
}

testOrdeal({
  start: importer.start,
  amount: rows,
  kills,
  within: [0, 700],
  title: 'an import killed again and again ends with every row once',
  patience,
  expectWhole,
})
