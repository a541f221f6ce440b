import { readFile } from 'node:fs/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import type { TextFound, TextsRequest } from '#features/receipts/texts.server.ts'
import { errand } from '#parts/child/child.server.ts'

/** What one file may take: milliseconds, and megabytes of the process; its buffers are in no heap that Node would bound. */
const room = { ms: 6_000, rss: 400 } as const
/** What is read of one: who files, and when, is said on the first pages. */
const most = { pages: 30, characters: 200_000 } as const
const tick = 40

/** Ends the process once a file took more than its room: its own thread is busy with it, and hears nobody. */
function watch(ticks: Int32Array) {
  setInterval(() => {
    const late = Atomics.add(ticks, 0, 1) * tick > room.ms
    if (late || process.memoryUsage.rss() > room.rss * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
  }, tick)
}

async function textOf(path: string): Promise<TextFound> {
  const data = await readFile(path).catch(() => null)
  if (!data) return { text: null, why: 'quebrado' }
  const pdf = await getDocumentProxy(new Uint8Array(data), { verbosity: 0, stopAtErrors: false }).catch(
    (error: unknown) => (error instanceof Error && error.name === 'PasswordException' ? 'senha' : 'quebrado'),
  )
  if (typeof pdf === 'string') return { text: null, why: pdf }
  try {
    if (pdf.numPages < 1) return { text: null, why: 'sem-paginas' }
    let text = ''
    for (let page = 1; page <= Math.min(pdf.numPages, most.pages) && text.length < most.characters; page++) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      text += `${items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')}\n`
    }
    return text.trim() ? { text: text.slice(0, most.characters), why: null } : { text: null, why: 'sem-texto' }
  } catch {
    return { text: null, why: 'quebrado' }
  } finally {
    await pdf.destroy()
  }
}

async function readAll() {
  const { given, tell } = await errand<TextsRequest>()
  const ticks = new Int32Array(new SharedArrayBuffer(4))
  new Worker(new URL(import.meta.url), { workerData: ticks }).unref()
  for (const path of given.paths) {
    Atomics.store(ticks, 0, 0)
    tell(await textOf(path))
  }
}

if (isMainThread) await readAll()
else if (workerData instanceof Int32Array) watch(workerData)
