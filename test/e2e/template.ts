import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '#test/support/cluster.ts'
import { administer, announce, databaseUrl, type FirstStart, type Place } from './cluster.ts'
import { start } from './house.ts'

/** Once per run: a PostgreSQL for all houses, and in it the product's first starts, of which every house is a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const room = mkdtempSync(join(tmpdir(), 'outorga-e2e-first-'))
  const cluster = await startCluster()
  const firstStart = async (name: FirstStart, env: Readonly<Record<string, string>>): Promise<Place> => {
    const place = { folder: mkdtempSync(join(room, 'data-')), database: `first_${name}` }
    await administer(`create database ${place.database} template template0 encoding 'UTF8'`, cluster.url)
    const url = databaseUrl(place.database, cluster.url)
    const { stop } = await start(place.folder, { ...env, DATABASE_URL: url })
    await stop()
    // The cluster has no autovacuum: without these numbers some plans of the demonstration's lists are slow ones.
    await administer('vacuum analyze', url)
    return place
  }
  const teardown = async () => {
    await cluster.stop()
    rmSync(room, { recursive: true, force: true })
  }
  try {
    const [empty, demo] = await Promise.all([firstStart('empty', {}), firstStart('demo', { OUTORGA_DEMO: '1' })])
    announce(cluster.url, { empty, demo })
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
