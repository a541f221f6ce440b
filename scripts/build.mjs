// Builds what is stale: the server's bundle and the interface, each only when a source is newer than its result. What builds is
// loaded only then: most starts have nothing to build.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { madeAt, newest } from './stale.mjs'
import { options, children } from './children.mjs'
import { countWarnings } from './warnings.mjs'

const sources = newest(['src', 'scripts/children.mjs', 'package.json', 'package-lock.json'])

export async function build() {
  const made = []
  if (madeAt('dist/server/main.js') < sources) {
    const { build: bundle } = await import('esbuild')
    // The names of its parts change with what they say.
    rmSync('dist/server', { recursive: true, force: true })
    const outdir = 'dist/server'
    const entryPoints = {
      main: 'src/main.server.ts',
      supervise: 'src/supervise.server.ts',
      'receive-mail': 'src/receive-mail.server.ts',
      outorga: 'src/outorga.server.ts',
    }
    // What the server imports when first needed is a file of its own. A process apart is one file, which it may start again as a thread.
    refuseWarnings(await bundle({ ...options, splitting: true, entryPoints, outdir }))
    refuseWarnings(await bundle({ ...options, entryPoints: children, outdir }))
    chmodSync('dist/server/outorga.js', 0o755)
    writeFileSync('dist/server/build.json', `${JSON.stringify({ commit: commitOfSources() })}\n`)
    made.push('servidor')
  }
  if (
    madeAt('dist/web/index.html') <
    Math.max(sources, newest(['index.html', 'vite.config.ts', 'scripts', 'public', 'docs/guia', 'docs/images']))
  ) {
    const { build: site, createLogger } = await import('vite')
    const customLogger = countWarnings(createLogger('warn'))
    await site({ customLogger })
    if (customLogger.count) {
      // What was built would be taken for good by the next start.
      rmSync('dist/web', { recursive: true })
      throw new Error('the bundler warns of the interface')
    }
    made.push('interface')
  }
  return made
}

/** esbuild has printed them. */
function refuseWarnings({ warnings }) {
  if (!warnings.length) return
  rmSync('dist/server', { recursive: true })
  throw new Error('the bundler warns of the server')
}

/** What the sources are of; those of an archive are of no commit that is known here. */
function commitOfSources() {
  // Where an image is built there is no repository.
  if (process.env.OUTORGA_COMMIT) return process.env.OUTORGA_COMMIT
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain', '--', 'src', 'migrations') ? '+' : ''}`
  } catch {
    return 'desconhecido'
  }
}

if (process.argv[1] === import.meta.filename) console.log((await build()).join(' e ') || 'nada a construir')
