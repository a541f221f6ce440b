// A thread, for who runs from the sources.
import { workerData } from 'node:worker_threads'
import { bundleOf } from '../../../scripts/threads.mjs'

await import(await bundleOf(workerData.name))
