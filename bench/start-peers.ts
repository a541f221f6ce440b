import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Dress } from './answers.ts'
import type { FilledProduct } from './filled.ts'
import { install } from './install.ts'
import { postgraphileIn } from './postgraphile.ts'
import type { Loaded } from './rounds.ts'
import { describeToDirectus, directusIn, directusSchema, letIntoDirectus } from './directus.ts'
import { feathersIn, remultIn, type Side } from './sides.ts'
import { peerTables, withHistory } from './whole.ts'

export interface Running extends Side {
  readonly server: Loaded
}

const pattern = new RegExp((process.env.PEERS ?? '').replaceAll(',', '|'), 'i')
const isNamed = ({ name }: Side) => pattern.test(name)

/** How those that start by a file of their own are started. */
export function peersOver({ database, token: TOKEN }: FilledProduct, dress: Dress = 'bare') {
  const place = install('peers')
  const [prefix, DATABASE_URL] = dress === 'bare' ? ['', database] : ['whole-', withHistory(database)]
  return [remultIn(dress), postgraphileIn(dress), feathersIn(dress)].filter(isNamed).map(side => ({
    side,
    args: [join(place, `${prefix}${side.name.toLowerCase()}.mjs`)],
    env: { DATABASE_URL, TOKEN, PORT: String(side.port), NODE_NO_WARNINGS: '1' },
  }))
}

/**
 * The peers in a dress, each over the product's own table and behind the same token. Directus, which brings a thousand packages and
 * compiles one of them, is left out where it does not come up, and a line says so. `others` are the product's other tables.
 */
export async function startPeers(
  product: FilledProduct,
  dress: Dress,
  others: readonly string[],
): Promise<readonly Running[]> {
  const running: Running[] = []
  const add = (side: Side, server: Loaded) =>
    running.push({ ...side, server: { ...server, ...(side.isSound && { isSound: side.isSound }) } })
  for (const { side, args, env } of peersOver(product, dress))
    add(side, await product.start(args, env, side.port, '/healthz'))
  const directus = directusIn(dress)
  if (!isNamed(directus)) return running
  try {
    add(directus, await startDirectus({ product, dress, port: directus.port, others }))
  } catch (cause) {
    console.log(`Directus is left out: ${String(cause)}`)
  }
  return running
}

interface DirectusStart {
  readonly product: FilledProduct
  readonly dress: Dress
  readonly port: number
  readonly others: readonly string[]
}

/** It reads the product's table where it is, and writes its own in a schema beside it. Its own command would look for news of it first. */
async function startDirectus({ product, dress, port, others }: DirectusStart) {
  const { database, folder, token, start } = product
  const place = install('directus', ['isolated-vm', 'argon2', 'sharp'])
  const cli = join(place, 'node_modules', '@directus', 'api', 'dist', 'cli', 'run.js')
  const own = join(folder, 'directus')
  // Its administrator sees every row.
  const admin = dress === 'bare' ? token : `${token}-admin`
  mkdirSync(own)
  const env = {
    NODE_ENV: 'production',
    NODE_NO_WARNINGS: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database,
    DB_SEARCH_PATH: `array:${directusSchema},public`,
    // It goes through all the tables it knows at every request.
    DB_EXCLUDE_TABLES: others.filter(table => dress === 'bare' || !peerTables.has(table)).join(','),
    DB_POOL__MIN: '0',
    DB_POOL__MAX: '10',
    SECRET: 'medida-de-vazao',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'medida-de-vazao-1',
    ADMIN_TOKEN: admin,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    // It would refuse requests beyond what it can answer at once: that is what is measured.
    PRESSURE_LIMITER_ENABLED: 'false',
    STORAGE_LOCAL_ROOT: own,
    EXTENSIONS_PATH: own,
  }
  execFileSync(process.execPath, [cli, 'bootstrap'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (dress === 'whole') await describeToDirectus(database)
  const server = await start([cli, 'start'], env, port, '/server/ping')
  if (dress === 'whole') await letIntoDirectus(port, { admin, token, database })
  return server
}
