// Builds what is stale: the server's bundle and the interface, each only when a source is newer than its result.
import { readdirSync, statSync } from 'node:fs'
import { build as bundle } from 'esbuild'
import { build as site } from 'vite'

const newest = paths =>
  Math.max(
    ...paths.flatMap(path => {
      const stat = statSync(path)
      return stat.isDirectory()
        ? readdirSync(path, { recursive: true, withFileTypes: true })
            .filter(each => each.isFile())
            .map(each => statSync(`${each.parentPath}/${each.name}`).mtimeMs)
        : [stat.mtimeMs]
    }),
  )
const madeAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const sources = newest(['src', 'package.json', 'package-lock.json'])

export async function build() {
  const made = []
  if (madeAt('dist/server/main.js') < sources) {
    await bundle({
      entryPoints: {
        main: 'src/main.server.ts',
        'embedded-worker': 'src/server/database/embedded/worker.ts',
        'taking-thread': 'src/features/collects/taking-thread.server.ts',
        'filing-thread': 'src/features/collects/filing-thread.server.ts',
        'table-thread': 'src/parts/table/table-thread.server.ts',
      },
      outdir: 'dist/server',
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      sourcemap: true,
      logLevel: 'warning',
    })
    made.push('servidor')
  }
  if (madeAt('dist/web/index.html') < Math.max(sources, newest(['index.html', 'vite.config.ts', 'public']))) {
    await site({ logLevel: 'warn' })
    made.push('interface')
  }
  return made
}

if (process.argv[1] === import.meta.filename) console.log((await build()).join(' e ') || 'nada a construir')
