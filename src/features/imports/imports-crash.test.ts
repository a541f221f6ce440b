import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '#test/support/bundled.ts'
import { engines, freshDataFolder, freshPostgresUrl } from '#test/support/databases.ts'

/** A release shows 100: `IMPORT_KILLS=100 npx vitest run src/features/imports/imports-crash.test.ts`. */
const kills = Number(process.env.IMPORT_KILLS ?? 2)
/** So many that there is always some left to kill. */
const rows = Math.max(120, kills * 40)
const patience = 60_000 + kills * 15_000

const importer = await bundled('test/support/importer.ts')
afterAll(importer.remove)

/** One life of the product, cut short or left to its end. */
async function live(folder: string, url: string | undefined, kill: boolean): Promise<'killed' | 'done'> {
  const child = importer.start([folder, String(rows)], { DATABASE_URL: url ?? '' })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (kill && !said) setTimeout(() => child.kill('SIGKILL'), Math.random() * 700)
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

test(
  'on the embedded database, an import killed again and again ends with every row once',
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
  'on PostgreSQL, an import killed again and again ends with every row once',
  async () => {
    const { url, drop } = await freshPostgresUrl()
    const folder = mkdtempSync(join(tmpdir(), 'outorga-imports-'))
    await ordeal(folder, url)
    const database = await openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: '' })
    await expectWhole(database)
    await database.close()
    await drop()
    rmSync(folder, { recursive: true })
  },
  patience,
)
