// The thread of the engine, from the sources: a thread does not inherit the development loader.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
