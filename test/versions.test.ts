import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { versionNow } from '../src/command/version.server.ts'
import { buildOf } from '#server/build.ts'
import { releaseOf } from '#server/migrate.ts'
import { disagreements, readVersions, releaseObstacles } from '../scripts/versions.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
interface VersionsSeen {
  readonly version: string
  readonly locked: readonly string[]
  readonly changelog: string
  readonly pages: Readonly<Record<string, string>>
}

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-28\n\n### Added\n- A thing.\n\n## [1.1.9] - 2026-11-01\n'
const sound: VersionsSeen = {
  version: '1.2.0',
  locked: ['1.2.0', '1.2.0'],
  changelog,
  pages: { 'a.md': 'tar -xzf outorga-1.2.0.tgz' },
}
const here = { commit: 'a'.repeat(40), tagged: null, isClean: true }

test('package, lockfile, changelog and pages agree, and the program says the same', () => {
  const state = readVersions(root)
  expect(disagreements(state)).toEqual([])
  expect([releaseOf(), buildOf().version]).toEqual([state.version, state.version])
  expect(Object.values(state.pages).join('')).toContain('.tgz')
  const printed: string[] = []
  const write = process.stdout.write
  process.stdout.write = text => printed.push(String(text)) > 0
  try {
    versionNow()
  } finally {
    process.stdout.write = write
  }
  expect(printed.join('')).toContain(`Outorga ${state.version} (`)
})

test.each<readonly [string, Partial<VersionsSeen>, RegExp]>([
  ['a version of another shape', { version: '1.2' }, /has 1\.2: a version is X\.Y\.Z/],
  ['a lockfile of another', { locked: ['1.2.0', '1.1.9'] }, /^package-lock\.json has 1\.2\.0 and 1\.1\.9/],
  [
    'a changelog of another',
    { version: '1.3.0', locked: ['1.3.0'], pages: {} },
    /newest release of CHANGELOG\.md is 1\.2\.0/,
  ],
  ['work on what is released', { version: '1.2.0-dev', locked: ['1.2.0-dev'] }, /has 1\.2\.0 released already/],
  [
    'no place for what is not released',
    { changelog: changelog.replace('## [Unreleased]\n', '') },
    /does not begin with/,
  ],
  ['a release without its day', { changelog: changelog.replace(' - 2026-11-28', '') }, /does not say when 1\.2\.0/],
  [
    'a heading of its own',
    { changelog: `${changelog}\n## Before\n` },
    /a heading that is none of a release: ## Before/,
  ],
  ['a kind of its own', { changelog: changelog.replace('Added', 'New') }, /### New is none of Added/],
  ['an order of its own', { changelog: changelog.replace('1.1.9', '1.10.0') }, /has 1\.2\.0 above 1\.10\.0/],
  ['a page of another archive', { pages: { 'a.md': 'outorga-1.1.9.tgz' } }, /^a\.md names outorga-1\.1\.9\.tgz/],
])('%s is refused', (_what, change, words) => {
  expect(disagreements(sound)).toEqual([])
  expect(disagreements({ ...sound, ...change }).join('\n')).toMatch(words)
})

test('a release is refused while work goes on, with lines left, unsaved changes, or a tag elsewhere', () => {
  expect(releaseObstacles(sound, here)).toEqual([])
  expect(releaseObstacles(sound, { ...here, tagged: here.commit })).toEqual([])
  const next = { ...sound, version: '1.3.0-dev', locked: ['1.3.0-dev'], pages: {} }
  expect(disagreements(next)).toEqual([])
  expect(releaseObstacles(next, here).join('\n')).toMatch(/npm version 1\.3\.0/)
  const left = changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n- Another.\n')
  expect(releaseObstacles({ ...sound, changelog: left }, here).join('\n')).toMatch(/lines under ## \[Unreleased\]/)
  expect(releaseObstacles(sound, { ...here, isClean: false })).toEqual(['There are changes that no commit has.'])
  expect(releaseObstacles(sound, { ...here, tagged: 'b'.repeat(40) }).join('\n')).toMatch(/needs another version/)
})
