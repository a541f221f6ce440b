import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster.ts'
import { prepareTemplates } from './databases.ts'

/** Once per run: a PostgreSQL to test on, the packaged one unless TEST_DATABASE_URL names another, and the databases tests are copies of. */
export default async function setup(): Promise<() => Promise<void>> {
  // What `check --quick` runs opens no database.
  if (process.env.TEST_PURE) return async () => {}
  const inUse = existsSync('data')
  const run = mkdtempSync(join(tmpdir(), 'outorga-run-'))
  process.env.TEST_RUN = run
  const cluster = process.env.TEST_DATABASE_URL ? undefined : await startCluster()
  if (cluster) process.env.TEST_DATABASE_URL = cluster.url
  await prepareTemplates()
  return async () => {
    await cluster?.stop()
    rmSync(run, { recursive: true })
    // A start after the tests would find documents its database does not know, and refuse.
    if (!inUse && existsSync('data')) throw new Error('a test left files in data/, which is the product’s')
  }
}
