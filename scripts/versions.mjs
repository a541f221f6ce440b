// What a release is called: `package.json`, the lockfile, the changelog and the pages that name an archive say the same.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** While work goes on, the version is the next release's with this at its end. */
const unreleased = '-dev'
const shape = /^(\d+)\.(\d+)\.(\d+)(-dev)?$/
const heading = /^## \[(?:(Unreleased)|(\d+\.\d+\.\d+))\](?: - (\d{4}-\d\d-\d\d))?$/
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/** The sections of a changelog (Keep a Changelog 1.1), the newest first. `version` is null of what is not released. */
function sectionsOf(changelog) {
  const sections = []
  for (const line of changelog.split('\n')) {
    const [found, isUnreleased, version, date] = heading.exec(line) ?? []
    if (found) sections.push({ version: isUnreleased ? null : version, date: date ?? null, lines: [] })
    else if (line.startsWith('## ')) sections.push({ version: undefined, date: null, lines: [line] })
    else if (line.trim()) sections.at(-1)?.lines.push(line)
  }
  return sections
}

const numbersOf = version =>
  shape
    .exec(version ?? '')
    ?.slice(1, 4)
    .map(Number) ?? [0, 0, 0]
const isNewer = (one, other) => {
  const [mine, theirs] = [numbersOf(one), numbersOf(other)]
  const at = mine.findIndex((n, i) => n !== theirs[i])
  return at >= 0 && mine[at] > theirs[at]
}

/**
 * What disagrees, in sentences; none where all agree. `pages`: texts by their path, which name the archive of the release to come or
 * of the one that is made.
 */
export function disagreements({ version, locked, changelog, pages }) {
  const [found, , , , development] = shape.exec(version) ?? []
  if (!found) return [`package.json has ${version}: a version is X.Y.Z, or X.Y.Z${unreleased} while work goes on.`]
  const release = version.replace(unreleased, '')
  const [first, ...rest] = sectionsOf(changelog)
  const released = [first, ...rest].filter(each => each?.version)
  const wrong = []
  if (locked.some(each => each !== version))
    wrong.push(`package-lock.json has ${locked.join(' and ')}, and package.json ${version}: npm install`)
  if (first?.version !== null) wrong.push('CHANGELOG.md does not begin with ## [Unreleased].')
  for (const { version: each, date, lines } of rest) {
    if (!each) wrong.push(`CHANGELOG.md has a heading that is none of a release: ${lines[0] ?? '## [Unreleased]'}`)
    else if (!date) wrong.push(`CHANGELOG.md does not say when ${each} was released.`)
  }
  for (const { lines } of [first, ...rest].filter(Boolean))
    for (const line of lines)
      if (line.startsWith('### ') && !kinds.includes(line.slice(4)))
        wrong.push(`CHANGELOG.md: ${line} is none of ${kinds.join(', ')}.`)
  released.slice(1).forEach(({ version: older }, at) => {
    const newer = released[at]?.version
    if (!isNewer(newer, older)) wrong.push(`CHANGELOG.md has ${newer} above ${older}.`)
  })
  const newest = released[0]?.version ?? null
  if (development && newest !== null && !isNewer(release, newest))
    wrong.push(`package.json has ${version}, and CHANGELOG.md has ${newest} released already.`)
  if (!development && newest !== release)
    wrong.push(`package.json has ${version}, and the newest release of CHANGELOG.md is ${newest}.`)
  for (const [path, text] of Object.entries(pages))
    for (const [name, named] of text.matchAll(/\boutorga-(\d+\.\d+\.\d+)\.tgz/g))
      if (named !== release) wrong.push(`${path} names ${name}, and the release is ${release}.`)
  return wrong
}

/** Why this cannot be released now; none where it can. `tagged`: the commit of its tag, if there is one. */
export function releaseObstacles(state, { commit, tagged, isClean }) {
  const wrong = [...disagreements(state)]
  if (state.version.endsWith(unreleased))
    wrong.push(
      `package.json has ${state.version}: make it ${state.version.replace(unreleased, '')} (npm version ${state.version.replace(unreleased, '')} --no-git-tag-version).`,
    )
  if (sectionsOf(state.changelog)[0]?.lines.length)
    wrong.push('CHANGELOG.md has lines under ## [Unreleased]: give them the heading of the release, with its day.')
  if (!isClean) wrong.push('There are changes that no commit has.')
  if (tagged !== null && tagged !== commit)
    wrong.push(
      `The tag v${state.version} is on ${tagged.slice(0, 12)}, and this is ${commit.slice(0, 12)}: another release needs another version.`,
    )
  return wrong
}

const namesIn = folder =>
  readdirSync(folder, { recursive: true })
    .filter(name => /\.(md|ya?ml|service|sh)$|file$/i.test(name))
    .map(name => join(folder, name))

/** What this folder says of its version. */
export function readVersions(root) {
  const read = name => readFileSync(join(root, name), 'utf8')
  const lock = JSON.parse(read('package-lock.json'))
  const paths = [
    'README.md',
    ...['docs/operar', 'deploy'].flatMap(folder =>
      namesIn(join(root, folder)).map(each => each.slice(root.length + 1)),
    ),
  ]
  return {
    version: JSON.parse(read('package.json')).version,
    locked: [lock.version, lock.packages[''].version],
    changelog: read('CHANGELOG.md'),
    pages: Object.fromEntries(paths.map(path => [path, read(path)])),
  }
}

/** The commit, its tag, and whether all is committed. */
export function readCommit(root, version) {
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
  const tag = git('tag', '--list', `v${version}`)
  return {
    commit: git('rev-parse', 'HEAD'),
    tagged: tag ? git('rev-list', '-n', '1', tag) : null,
    isClean: git('status', '--porcelain') === '',
  }
}
