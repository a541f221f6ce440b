import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * What a comparison is made with, outside the project, which depends on none of it: a copy of the folder with its packages beside it.
 * `natives` are the packages that compile something of their own; no other runs anything while it is installed.
 */
export function install(folder: string, natives: readonly string[] = []): string {
  const place = join(homedir(), '.cache', 'outorga-bench', folder)
  const source = join(import.meta.dirname, folder)
  const wanted = readFileSync(join(source, 'package.json'), 'utf8')
  const stamp = join(place, 'installed.json')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    cpSync(source, place, { recursive: true })
    const npm = (...args: string[]) =>
      execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: place, stdio: 'inherit' })
    npm(existsSync(join(place, 'package-lock.json')) ? 'ci' : 'install', '--ignore-scripts')
    // Said outright: where npm is told to run no scripts, it reports what it left alone as rebuilt.
    if (natives.length) npm('rebuild', '--ignore-scripts=false', ...natives)
    writeFileSync(stamp, wanted)
  } else cpSync(source, place, { recursive: true })
  return place
}
