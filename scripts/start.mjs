// Builds what is stale, then becomes the process that starts and watches the server.
import { build } from './build.mjs'

const made = await build()
if (made.length) console.log(`Construído: ${made.join(' e ')}.`)
await import('../dist/server/supervise.js')
