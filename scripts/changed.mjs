// What a change touches: the rooms of its files, the tests beside them, and the journeys that go to their screens.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Files that differ from where this branch left `base`, committed or not. */
function changedSince(base) {
  const from = git('merge-base', base, 'HEAD')[0]
  return [...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')].filter(existsSync)
}

/** 'src/features/support/tickets', 'src/kernel': the folder whose tests a file's change concerns. */
const roomOf = path => /^src\/(?:(?:features\/[^/]+|parts)\/[^/]+(?=\/)|kernel|server|web)/.exec(path)?.[0]

/** Tests of whole rooms, by the beginning of the paths that concern them. */
const wide = {
  'src/server/': ['test/database', 'test/battery.test.ts', 'test/app.test.ts', 'test/jobs.test.ts'],
  'src/kernel/': ['test/battery.test.ts', 'test/openapi.test.ts'],
  'src/features/people/auth/': ['test/auth'],
  migrations: ['test/migrations.test.ts', 'test/database/migrate.test.ts'],
}

/** Answers the tests for vitest and the journeys for Playwright; either may be empty. */
export function touchedBy(base) {
  const paths = changedSince(base)
  const rooms = new Set(paths.map(roomOf).filter(Boolean))
  const tests = new Set([
    ...paths.filter(path => path.endsWith('.test.ts')),
    ...(paths.some(path => path.endsWith('.matrix.ts')) ? ['test/matrix.test.ts'] : []),
    ...[...rooms].map(room => `${room}/`),
    ...Object.entries(wide).flatMap(([begin, which]) => (paths.some(path => path.startsWith(begin)) ? which : [])),
    ...(paths.length ? ['test/architecture.test.ts', 'test/migrations.test.ts'] : []),
  ])
  const names = [...rooms].map(room => /^src\/features\/[^/]+\/(.+)/.exec(room)?.[1]).filter(Boolean)
  const journeys = readdirSync('test/e2e')
    .filter(file => file.endsWith('.spec.ts'))
    .map(file => `test/e2e/${file}`)
    .filter(file => paths.includes(file) || names.some(name => goesTo(name, file)))
  return { tests: [...tests], journeys }
}

const goesTo = (room, file) =>
  new RegExp(`[/'"\`]${room}\\b`).test(readFileSync(file, 'utf8')) || file.endsWith(`/${room}.spec.ts`)
