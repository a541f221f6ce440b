import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockStore, startOf } from '#server/database/embedded/lock.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outorga-lock-'))
  path = join(folder, 'database.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const leave = (holder: object) => writeFileSync(path, JSON.stringify(holder))
const holder = () => JSON.parse(readFileSync(path, 'utf8')).pid

test('a second taker is refused and told who holds it, even in the same process', () => {
  const lock = lockStore(path)
  expect(() => lockStore(path)).toThrow(`processo ${process.pid}`)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('a living process is never robbed', () => {
  leave({ pid: process.ppid, started: startOf(process.ppid), token: 'a' })
  expect(() => lockStore(path)).toThrow(`processo ${process.ppid}`)
  expect(holder()).toBe(process.ppid)
})

test('what a dead process left is taken over', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  leave({ pid: child.pid, started: 'boot:1', token: 'a' })
  lockStore(path)
  expect(holder()).toBe(process.pid)
  expect(readdirSync(folder)).toEqual(['database.lock'])
})

test('a pid that came back as another process holds nothing', () => {
  leave({ pid: process.ppid, started: 'another-boot:1', token: 'a' })
  lockStore(path)
  expect(holder()).toBe(process.pid)
})

test.each(['', '{', '{}'])('a torn lock file (%j) holds nothing', content => {
  writeFileSync(path, content)
  lockStore(path)
  expect(holder()).toBe(process.pid)
})

test('a takeover interrupted half-way is finished by the next', () => {
  leave({ pid: 999_999_999, started: 'boot:1', token: 'dead' })
  writeFileSync(`${path}.dead`, JSON.stringify({ pid: 999_999_998, started: 'boot:2', token: 'dead-too' }))
  lockStore(path)
  expect(holder()).toBe(process.pid)
  expect(readdirSync(folder)).toEqual(['database.lock'])
})

test('releasing twice, or late, leaves the next holder alone', () => {
  const first = lockStore(path)
  first.release()
  lockStore(path)
  first.release()
  expect(holder()).toBe(process.pid)
})

test('of many processes after one dead holder, one takes it', async () => {
  leave({ pid: 999_999_999, started: 'boot:1', token: 'dead' })
  const script = `import { lockStore } from '#server/database/embedded/lock.ts'
    try { lockStore(process.argv[1]); console.log('taken') } catch { console.log('refused') }
    setTimeout(() => {}, 3_000)`
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, path]),
  )
  const said = await Promise.all(
    children.map(async child => {
      const [text] = await once(child.stdout, 'data')
      return String(text).trim()
    }),
  )
  for (const child of children) child.kill('SIGKILL')
  expect(said.toSorted()).toEqual(['refused', 'refused', 'refused', 'taken'])
})
