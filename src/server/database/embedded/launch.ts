import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WorkerSettings } from '#server/database/embedded/messages.ts'

/** The file where the thread of the engine starts: beside the bundle when this runs from one, else among the sources. */
export const workerEntry = (from: string) =>
  new URL(from.endsWith('.ts') ? './worker.dev.mjs' : './embedded-worker.js', from)

/** Node has it, and its type package leaves it to the browser's. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> }

/** Compiled once for all threads: opening again, after a statement was ended say, takes half the time. */
let compiled: Promise<WebAssembly.Module> | undefined

async function compile(): Promise<WebAssembly.Module> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(main, '../pglite.wasm')))
}

export async function launch(settings: Omit<WorkerSettings, 'code'>): Promise<Worker> {
  const code = await (compiled ??= compile())
  return new Worker(workerEntry(import.meta.url), { workerData: { ...settings, code }, name: 'database' })
}
