// What the server starts beside itself, each bundled to a file of its own.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeAt, newest } from './stale.mjs'

const root = join(import.meta.dirname, '..')

/** Where each begins, by the name of its bundle. */
export const apart = {
  'embedded-worker': 'src/server/database/embedded/worker.ts',
  'taking-apart': 'src/features/collects/taking/taking-apart.server.ts',
  'filing-apart': 'src/features/collects/filing/filing-apart.server.ts',
  'paper-apart': 'src/parts/paper/paper-apart.server.ts',
  'table-apart': 'src/parts/table/table-apart.server.ts',
}

/** @type {import('esbuild').BuildOptions} */
export const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
}

/** The address of its bundle, made now if the sources are newer: for who runs from them, whose loader is not inherited. */
export async function bundleOf(name) {
  const outdir = join(root, 'dist/apart')
  const made = join(outdir, `${name}.js`)
  if (madeAt(made) < newest([join(root, 'src'), join(root, 'package-lock.json')])) {
    const { build } = await import('esbuild')
    await build({ ...options, entryPoints: apart, outdir })
  }
  return pathToFileURL(made).href
}
