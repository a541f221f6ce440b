// The server of the previous release on a database that this release has migrated under it: every list, record, creation, change and deletion
// that it answered before, it answers after, and both see each other's rows. `npm run trial -- previous`, or with a commit.
import { join } from 'node:path'
import { startCluster, freePort } from '../test/support/cluster.ts'
import { endServer, serve } from '../bench/serve.ts'
import { openDatabase } from '#server/database/open.ts'
import { migrate } from '#server/migrate.ts'
import { buildRelease, otherPackages, previousRelease } from './releases.ts'
import { compareWalks, walk } from './previous/walk.ts'
import { proveFile, proveJob, proveRowsOf, proveStream } from './previous/proofs.ts'
import { signedIn } from './previous/caller.ts'

const folder = process.env.TRIAL_DIR ?? ''
if (!folder) throw new Error('npm run trial -- previous')
const previous = previousRelease(process.argv[2])
if (typeof previous === 'string') {
  console.log(`SKIPPED, nothing was tried: ${previous}`)
  process.exit(3)
}

const place = buildRelease(previous.commit, folder)
console.log(`the previous release is ${previous.commit.slice(0, 12)} (${previous.how})`)
const changed = otherPackages(place)
if (changed.length)
  console.log(`it runs with packages of today, ${changed.length} of which are not those it was made with`)

const administrator = { email: 'a@exemplo.com.br', password: 'quatro cavalos no telhado' }
const cluster = await startCluster()
const serverOf = async (main: string) => {
  const port = await freePort()
  const env = {
    DATABASE_URL: cluster.url,
    OUTORGA_DATA_DIR: join(folder, 'data'),
    OUTORGA_DEMO: '1',
    PORT: String(port),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '10000000',
    EXPORT_INLINE_ROWS: '1',
    COPY_DAILY: '0',
    // No service outside is asked.
    CNPJ_URL: '0',
    CNPJ_FALLBACK_URL: '0',
    CEP_URL: '0',
  }
  const child = await serve([main], env, port, '/readyz')
  return { url: `http://127.0.0.1:${port}`, child }
}

const wrong: string[] = []
const old = await serverOf(join(place, 'dist/server/main.js'))
const asked = await signedIn(old.url, administrator)
const before = await walk(asked, 'antes')
console.log(
  `before: ${before.answers.length} requests, ${before.made.length} sections with a row created, changed and deleted`,
)

let isMigrating = true
const meanwhile = (async () => {
  let count = 0
  for (; isMigrating; count++) {
    const { status } = await asked('GET', 'clients?per_page=10')
    if (status !== 200) wrong.push(`clients while it is migrated: ${status}`)
  }
  return count
})()
const database = await openDatabase({ DATABASE_URL: cluster.url, OUTORGA_DATA_DIR: join(folder, 'data') })
const applied = await migrate(database)
await database.close()
isMigrating = false
console.log(
  `${applied.length} migrations of today${applied.length ? `: ${applied.join(', ')}` : ''}; ${await meanwhile} reads meanwhile`,
)

const after = await walk(asked, 'depois')
wrong.push(...compareWalks(before, after))
const today = await serverOf('dist/server/main.js')
const askedToday = await signedIn(today.url, administrator)
// Each reads and changes what the other has written.
wrong.push(...(await proveRowsOf(asked, askedToday, after.left)), ...(await proveRowsOf(askedToday, asked, after.left)))
wrong.push(...(await proveFile(asked, askedToday)), ...(await proveFile(askedToday, asked)))
wrong.push(...(await proveJob(asked)), ...(await proveStream(old.url, asked, askedToday)))
if (after.made.length < 15) wrong.push(`only ${after.made.length} sections took a row`)

for (const { child } of [old, today]) await endServer(child, 'SIGTERM')
await cluster.stop()
for (const line of wrong) console.log(`WRONG: ${line}`)
console.log(`after: ${after.answers.length} requests, ${after.made.length} sections written; ${wrong.length} wrong`)
process.exit(wrong.length ? 1 : 0)
