import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
const gitOr = (...args: readonly string[]) => {
  try {
    return git(...args)
  } catch {
    return undefined
  }
}

const recorded = 'test/previous-release.txt'

/** The commit of the release before this one, and how it was found; a sentence where this clone does not have it. */
export function previousRelease(named?: string): { readonly commit: string; readonly how: string } | string {
  const tag = gitOr('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^')
  const name = named ?? tag ?? readFileSync(recorded, 'utf8').split(/\s/)[0] ?? ''
  const how = named ? 'named' : tag ? `the last tag, ${tag}` : `no tag is here; ${recorded} names it`
  const commit = gitOr('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  const isShallow = gitOr('rev-parse', '--is-shallow-repository') === 'true'
  return commit
    ? { commit, how }
    : `the commit ${name} (${how}) is not in this clone${isShallow ? ', which is shallow: git fetch --unshallow --tags' : ''}`
}

/** Builds the server of a commit in this folder, of its own sources and with the packages that are installed here. */
export function buildRelease(commit: string, folder: string): string {
  const place = join(folder, commit.slice(0, 12))
  if (existsSync(place)) return place
  mkdirSync(place)
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { maxBuffer: 2e9 })
  execFileSync('tar', ['-x', '-C', place], { input: archive })
  symlinkSync(join(process.cwd(), 'node_modules'), join(place, 'node_modules'))
  // Its interface is not looked at: a page that is newer than the sources is not built anew.
  mkdirSync(join(place, 'dist/web'), { recursive: true })
  writeFileSync(join(place, 'dist/web/index.html'), '<!doctype html><title>Outorga</title>')
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, OUTORGA_COMMIT: commit.slice(0, 12) },
  })
  return place
}

/** Packages whose installed version is not the one that release was made with. */
export function otherPackages(place: string): readonly string[] {
  const versionsIn = (folder: string): Record<string, { version?: string; dev?: boolean }> =>
    JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const now = versionsIn('.')
  return Object.entries(versionsIn(place)).flatMap(([path, { version, dev }]) =>
    path && !dev && now[path]?.version !== version
      ? [`${path.replace(/^.*node_modules\//, '')} ${version} → ${now[path]?.version ?? 'none'}`]
      : [],
  )
}
