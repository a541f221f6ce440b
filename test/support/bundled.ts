import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, type BuildOptions } from 'esbuild'
import { options, children } from '../../scripts/children.mjs'

/** A script of the tests, bundled as production is: what is started and killed a hundred times is not compiled each time. */
export async function bundled(
  script: string,
  beside: Readonly<Record<string, string>> = {},
  more: Pick<BuildOptions, 'splitting'> = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'outorga-bundled-'))
  for (const folder of ['node_modules', 'migrations']) symlinkSync(resolve(folder), join(root, folder))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  await build({
    ...options,
    ...more,
    entryPoints: { script: resolve(script), ...beside, ...children },
    outdir: root,
  })
  const path = join(root, 'script.js')
  return {
    path,
    start: (args: readonly string[], env: Readonly<Record<string, string>>) =>
      spawn(process.execPath, [path, ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    remove: () => rmSync(root, { recursive: true }),
  }
}
