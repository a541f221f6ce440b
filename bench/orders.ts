// Orders with their three switches, made one after another by a process that is killed again and again: of each order there is exactly
// one bill, one note with the next number, one boleto with the next number, and its note went out once. Each kill leaves the packaged
// server of its data folder behind, which the next process ends and starts again.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '../test/support/bundled.ts'
import { openHouseOutside } from '../test/support/house-outside.ts'

const cycles = Number(process.argv[2] ?? 100)
/** Milliseconds after which it is killed, once it is ready. */
const most = 1_500

const orderer = await bundled('test/support/orderer.ts')
const folder = mkdtempSync(join(tmpdir(), 'outorga-orders-'))
const outside = await openHouseOutside()
let [orders, kills] = [0, 0]
const wrong: string[] = []

async function live(last: boolean) {
  const child = orderer.start([], {
    OUTORGA_DATA_DIR: folder,
    DATABASE_URL: '',
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
  console.log(`${kills} kills, ${orders} orders answered, ${made.length} notes went out, ${twice} of them twice`)
  for (const line of wrong) console.log(line)
  process.exitCode = wrong.length || twice || !orders ? 1 : 0
} finally {
  await outside.close()
  orderer.remove()
  // Whoever opens the folder ends the server that the last kill left behind, and closing stops the one it started.
  await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined }).then(left => left.close())
  rmSync(folder, { recursive: true, force: true })
}
