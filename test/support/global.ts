import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleOf } from '../../scripts/children.mjs'
import { startCluster } from './cluster.ts'
import { dropThisRun, prepareTemplates } from './databases.ts'

/** Once per run: a PostgreSQL to test on, where one is installed, and the empty databases every test starts from. */
export default async function setup(): Promise<() => Promise<void>> {
  const inUse = existsSync('data')
  process.env.TEST_RUN = mkdtempSync(join(tmpdir(), 'outorga-run-'))
  const cluster = process.env.TEST_DATABASE_URL ? undefined : await startCluster()
  if (cluster) process.env.TEST_DATABASE_URL = cluster.url
  if (!process.env.TEST_DATABASE_URL)
    console.warn('\nNo PostgreSQL here (TEST_DATABASE_URL, initdb): only the embedded database is tested.\n')
  // Before two workers make it at once.
  await bundleOf('embedded-worker')
  await prepareTemplates()
  return async () => {
    await dropThisRun()
    cluster?.stop()
    // A start after the tests would find documents its database does not know, and refuse.
    if (!inUse && existsSync('data')) throw new Error('a test left files in data/, which is the product’s')
  }
}
