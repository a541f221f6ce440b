import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '#test/support/bundled.ts'
import { engines, freshDataFolder, freshPostgresUrl } from '#test/support/databases.ts'

/** A release shows 100: `RECEIPT_KILLS=100 npx vitest run src/features/receipts/receipts-crash.test.ts`. */
const kills = Number(process.env.RECEIPT_KILLS ?? 2)
/** So many that there is always some left to kill. */
const files = Math.max(40, kills * 20)
const patience = 90_000 + kills * 15_000

const receiver = await bundled('test/support/receiver.ts')
afterAll(receiver.remove)

/** One life of the product, cut short or left to its end. */
async function live(folder: string, url: string | undefined, kill: boolean): Promise<'killed' | 'done'> {
  const child = receiver.start([folder, String(files)], { DATABASE_URL: url ?? '' })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (kill && !said) setTimeout(() => child.kill('SIGKILL'), 100 + Math.random() * 1_200)
    said += text
  })
  const [code] = await once(child, 'close')
  if (said.includes('done') && code === 0) return 'done'
  expect(code).toBeNull()
  return 'killed'
}

async function ordeal(folder: string, url?: string) {
  for (let i = 0; i < kills; i++) await live(folder, url, true)
  expect(await live(folder, url, false)).toBe('done')
}

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

test(
  'on the embedded database, a drop killed again and again ends with every receipt kept once',
  async () => {
    const folder = await freshDataFolder()
    await ordeal(folder)
    const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined })
    await expectWhole(database)
    await database.close()
    rmSync(folder, { recursive: true })
  },
  patience,
)

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL, a drop killed again and again ends with every receipt kept once',
  async () => {
    const { url, drop } = await freshPostgresUrl()
    const folder = mkdtempSync(join(tmpdir(), 'outorga-receipts-'))
    await ordeal(folder, url)
    const database = await openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: '' })
    await expectWhole(database)
    await database.close()
    await drop()
    rmSync(folder, { recursive: true })
  },
  patience,
)
