import { Worker } from 'node:worker_threads'
import type { WorkerSettings } from '#server/database/embedded/messages.ts'

/** The file where the thread of the engine starts: beside the bundle when this runs from one, else among the sources. */
export const workerEntry = (from: string) =>
  new URL(from.endsWith('.ts') ? './worker.dev.mjs' : './embedded-worker.js', from)

export const launch = (settings: WorkerSettings) =>
  new Worker(workerEntry(import.meta.url), { workerData: settings, name: 'database' })
