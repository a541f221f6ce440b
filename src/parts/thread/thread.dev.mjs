// A thread from the sources: it does not inherit the development loader.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.source)
