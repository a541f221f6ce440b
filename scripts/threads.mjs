// The server's threads, each bundled to a file of its own.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeAt, newest } from './stale.mjs'

const root = join(import.meta.dirname, '..')

/** Where each begins, by the name of its bundle. */
export const threads = {
  'embedded-worker': 'src/server/database/embedded/worker.ts',
  'taking-thread': 'src/features/collects/taking/taking-thread.server.ts',
  'filing-thread': 'src/features/collects/filing/filing-thread.server.ts',
  'table-thread': 'src/parts/table/table-thread.server.ts',
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

/** The address of a thread's bundle, made now if the sources are newer: for who runs from them, whose loader no thread inherits. */
export async function bundleOf(name) {
  const outdir = join(root, 'dist/threads')
  const made = join(outdir, `${name}.js`)
  if (madeAt(made) < newest([join(root, 'src'), join(root, 'package-lock.json')])) {
    const { build } = await import('esbuild')
    await build({ ...options, entryPoints: threads, outdir })
  }
  return pathToFileURL(made).href
}
