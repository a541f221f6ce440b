// Makes what an installation unpacks: the program, built, with the versions of its packages and a list of them. The same commit
// gives the same bytes. It goes to `dist/release`, or to the folder named. It is refused where versions, changelog and tag do not agree;
// `--rehearsal` makes it all the same, for nobody to install.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from './build.mjs'
import { readCommit, readVersions, releaseObstacles } from './versions.mjs'

const root = join(import.meta.dirname, '..')
process.chdir(root)
const isRehearsal = process.argv.includes('--rehearsal')
const out = resolve(process.argv.slice(2).find(each => !each.startsWith('--')) ?? 'dist/release')

/** What is copied as it is. */
const parts = [
  'dist/server',
  'dist/web',
  'migrations',
  'deploy',
  'docs/operar',
  'docs/decisions',
  'docs/proxy.md',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'package-lock.json',
  // Packages run nothing when they are installed.
  '.npmrc',
]
const described = JSON.parse(readFileSync('package.json', 'utf8'))
const { version, scripts } = described
const name = `outorga-${version}`

const here = readCommit(root, version)
const obstacles = releaseObstacles(readVersions(root), here)
if (obstacles.length && !isRehearsal) {
  console.error(`This is not released:\n${obstacles.map(each => `  - ${each}`).join('\n')}`)
  process.exit(1)
}

// The commit is written beside the program as it is built: a program built before the commit would not have it.
rmSync('dist/server', { recursive: true, force: true })
await build()

const stage = mkdtempSync(join(tmpdir(), 'outorga-release-'))
try {
  const folder = join(stage, name)
  for (const part of parts) {
    mkdirSync(dirname(join(folder, part)), { recursive: true })
    cpSync(part, join(folder, part), { recursive: true })
  }
  const started = {
    start: scripts.start.replace('scripts/start.mjs', 'dist/server/supervise.js'),
    outorga: scripts.outorga,
  }
  writeFileSync(join(folder, 'package.json'), toJson({ ...described, scripts: started }))
  writeFileSync(join(folder, 'sbom.cdx.json'), toJson(listOfPackages()))
  mkdirSync(out, { recursive: true })
  const archive = gzipSync(tarOf(stage), { level: 9 })
  writeFileSync(join(out, `${name}.tgz`), archive)
  const sum = createHash('sha256').update(archive).digest('hex')
  writeFileSync(join(out, 'SHA256SUMS'), `${sum}  ${name}.tgz\n`)
  if (!obstacles.length && here.tagged === null)
    console.log(`Tag it: git tag -a v${version} -m 'Outorga ${version}' ${here.commit.slice(0, 12)}`)
  console.log(`${join(out, `${name}.tgz`)} (${(archive.length / 1e6).toFixed(1)} MB)\n${sum}`)
} finally {
  rmSync(stage, { recursive: true })
}

function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * What comes with the program, in CycloneDX; without the moment and the number that would make each list another. The lockfile says
 * what is of development alone: `--omit dev` also leaves out what production shares with it.
 */
function listOfPackages() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const list = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1e8 }))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const nameOf = (path, { version }) => `${path.replace(/^.*node_modules\//, '')}@${version}`
  const names = new Set(Object.entries(packages).flatMap(([path, each]) => (each.dev ? [] : [nameOf(path, each)])))
  const isShipped = ({ group, name, version }) => names.has(`${group ? `${group}/` : ''}${name}@${version}`)
  const components = list.components.filter(isShipped)
  const shipped = new Set([list.metadata.component['bom-ref'], ...components.map(each => each['bom-ref'])])
  const dependencies = list.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(each => shipped.has(each)) }))
  delete list.serialNumber
  delete list.metadata.timestamp
  return { ...list, components, dependencies }
}

/** The folder as a tar whose bytes depend on what is in it and on the commit alone. */
function tarOf(folder) {
  const at = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim()
  const plain = ['--format=ustar', '--sort=name', `--mtime=@${at}`, '--owner=0', '--group=0', '--numeric-owner']
  const modes = '--mode=u=rwX,go=rX'
  return execFileSync('tar', [...plain, modes, '-cf', '-', '-C', folder, name], { maxBuffer: 1e9 })
}
