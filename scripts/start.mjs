// Builds what is stale, then becomes the server.
import { build } from './build.mjs'

const made = await build()
if (made.length) console.log(`Construído: ${made.join(' e ')}.`)
process.env.NODE_ENV ??= 'production'
await import('../dist/server/main.js')
