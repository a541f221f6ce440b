import { afterAll, expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { bundled } from '#test/support/bundled.ts'
import { testOrdeal } from '#test/support/ordeal.ts'

/** A release shows 100: `RECEIPT_KILLS=100 npx vitest run src/features/regulatory/receipts/receipts-crash.test.ts`. */
const kills = Number(process.env.RECEIPT_KILLS ?? 2)
/** So many that there is always some left to kill. */
const files = Math.max(40, kills * 20)
const patience = 90_000 + kills * 15_000

const receiver = await bundled('test/support/receiver.ts')
afterAll(receiver.remove)

async function expectWhole({ pool }: Database) {
  const kept = await pool.query(
    `select count(*)::int as n, count(distinct collect_id)::int as coletas, count(distinct sha256)::int as files
     from collect_files where kind = 'recibo' and deleted_at is null`,
  )
  expect(kept.rows[0]).toEqual({ n: files, coletas: files, files })
  const told = await pool.query(`select state, count(*)::int as n from receipts group by state`)
  expect(told.rows).toEqual([{ state: 'guardado', n: files }])
  const right = await pool.query(
    `select count(*)::int as n from receipts r
     join collect_files f on f.id = (r.deed::json ->> 'file')::bigint and f.sha256 = r.sha256 and f.collect_id = (r.deed::json ->> 'collect')::bigint`,
  )
  expect(right.rows[0]).toEqual({ n: files })
}

testOrdeal({
  start: receiver.start,
  amount: files,
  kills,
  within: [100, 1_300],
  title: 'a drop killed again and again ends with every receipt kept once',
  patience,
  expectWhole,
})
