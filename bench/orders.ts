// Orders with their three switches, made one after another by a process that is killed again and again: of each order there is exactly
// one bill, one note with the next number, one boleto with the next number, and its note went out once.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundled } from '../test/support/bundled.ts'
import { startCluster } from '../test/support/cluster.ts'
import { openHouseOutside } from '../test/support/house-outside.ts'
import { engineOf } from './product.ts'

const engine = engineOf(process.argv[2])
const cycles = Number(process.argv[3] ?? 100)
/** Milliseconds after which it is killed, once it is ready. */
const most = 1_500

const orderer = await bundled('test/support/orderer.ts')
const folder = mkdtempSync(join(tmpdir(), 'outorga-orders-'))
const cluster = engine === 'postgres' ? await startCluster() : undefined
if (engine === 'postgres' && !cluster) throw new Error('no PostgreSQL is installed here')
const outside = await openHouseOutside()
let [orders, kills] = [0, 0]
const wrong: string[] = []

async function live(last: boolean) {
  const child = orderer.start([], {
    OUTORGA_DATA_DIR: folder,
    DATABASE_URL: cluster?.url ?? '',
    EMITTER_URL: outside.url.href,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const wasReady = said.includes('ready')
    said += text
    const isDone = said.includes('done')
    if (last ? isDone : !wasReady && said.includes('ready'))
      setTimeout(() => child.kill('SIGKILL'), last ? 0 : Math.random() * most)
  })
  const [code, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL') throw new Error(`it ended by itself: ${code}`)
  kills++
  for (const line of said.split('\n').filter(each => each.startsWith('done'))) {
    orders++
    if (line !== 'done one of each') wrong.push(line)
  }
}

try {
  for (let cycle = 0; cycle <= cycles; cycle++) await live(cycle === cycles)
  const made = outside.made()
  const twice = made.length - new Set(made).size
  console.log(
    `${engine}: ${kills} kills, ${orders} orders answered, ${made.length} notes went out, ${twice} of them twice`,
  )
  for (const line of wrong) console.log(line)
  process.exitCode = wrong.length || twice || !orders ? 1 : 0
} finally {
  await outside.close()
  cluster?.stop()
  orderer.remove()
  rmSync(folder, { recursive: true, force: true })
}
