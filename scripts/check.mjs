// Everything that must hold: format, lint, types, unused code, tests, journeys in a browser. Independent parts run side by side, all but
// tests and journeys; the last line counts what passed and what failed. `--quick` leaves those two out but for tests that open nothing;
// `--changed`, with a branch to compare with, `main` unless named, runs those of the rooms that differ.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { stripVTControlCharacters } from 'node:util'
import { touchedBy } from './changed.mjs'

const quick = process.argv.includes('--quick')
const changedAt = process.argv.indexOf('--changed')
const touched = changedAt < 0 ? undefined : touchedBy(process.argv[changedAt + 1] ?? 'main')
/** What tests write they throw away: where the machine has the memory for it, that takes a sixth less time than a disk. */
const memory = '/dev/shm'
function roomy() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 6e9 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
const room = mkdtempSync(join(roomy(), 'outorga-check-'))
// A throw-away PostgreSQL runs as somebody else, and must find its own folder in it.
chmodSync(room, 0o755)
process.on('exit', () => rmSync(room, { recursive: true, force: true, maxRetries: 9 }))
const running = new Set()
// Memory is not given back by itself: whoever is stopped stops what runs, and clears the room.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })

const run = (name, command, args, env = {}) =>
  new Promise(done => {
    const started = performance.now()
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', TMPDIR: room, ...env },
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('close', code => {
      running.delete(child)
      output = stripVTControlCharacters(output)
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
      if (code !== 0 || name.startsWith('tests') || name.startsWith('journeys')) console.log(output.trimEnd())
      done({ name, code, output })
    })
  })
const npx = (name, ...args) => run(name, process.execPath, ['node_modules/.bin/' + args[0], ...args.slice(1)])

/** 'Tests  120 passed | 2 failed' of vitest, '12 passed' of the journeys. */
const counted = ({ output }, word) =>
  output
    .split('\n')
    .filter(line => /^\s*(Tests\s|\d+ (passed|failed|flaky|skipped))/.test(line))
    .reduce((sum, line) => sum + Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), 0)

/** What did not hold, or only at its second try, by name: ' FAIL  src/a.test.ts > it', '    [phone] › a.spec.ts:3:1 › it'. */
const named = ({ name, code, output }) => {
  const names = output
    .split('\n')
    .filter(line => /^ FAIL |^ {2}\d+ (failed|flaky|interrupted)$|^ {4}\[\w+\] ›/.test(line))
  return code === 0 && names.length === 0 ? [] : [`${code === 0 ? '' : '✗ '}${name}`, ...names]
}

const results = await Promise.all([
  npx('format', 'oxfmt', '--check', '.'),
  npx('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  npx('types: server', 'tsc', '-p', 'tsconfig.json'),
  npx('types: web', 'tsc', '-p', 'tsconfig.web.json'),
  npx('unused', 'knip'),
  ...(quick ? [] : [run('build', process.execPath, ['scripts/build.mjs'])]),
])
// One after the other, each with two workers: side by side they kept each other waiting until one gave up.
if (quick) {
  const pure = ['src/kernel', 'src/web', 'test/architecture.test.ts']
  results.push(await run('tests', process.execPath, ['node_modules/.bin/vitest', 'run', ...pure], { TEST_PURE: '1' }))
} else {
  if (!touched || touched.tests.length) results.push(await npx('tests', 'vitest', 'run', ...(touched?.tests ?? [])))
  if (!touched || touched.journeys.length)
    results.push(await npx('journeys', 'playwright', 'test', ...(touched?.journeys ?? [])))
}
const tests = results.filter(({ name }) => name === 'tests' || name === 'journeys')
const chores = results.filter(each => !tests.includes(each))
const passed =
  chores.filter(({ code }) => code === 0).length + tests.reduce((sum, each) => sum + counted(each, 'passed'), 0)
const failed =
  chores.filter(({ code }) => code !== 0).length +
  tests.reduce((sum, each) => sum + Math.max(counted(each, 'failed'), each.code === 0 ? 0 : 1), 0)
// A long run is read from its end.
for (const line of results.flatMap(named)) console.log(line.trimEnd())
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
