import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openHelper, workInChild } from '#parts/child/child.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'outorga-apart-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A process that does so with what it is given, beside a bundle. */
function doing(name: string, work: string, how: 'once' | 'on' = 'once') {
  writeFileSync(join(folder, `${name}.js`), `process.${how}('message', given => { ${work} })`)
  return { from: pathToFileURL(join(folder, 'main.js')).href, name }
}
const ana = { user: 1 }
const greedy = 'const held = []; for (;;) held.push(1)'

test('what it tells is heard in order and whole, and it ends by itself', async () => {
  const errand = doing('telling', 'for (const each of given) process.send(each)')
  const given = [...Array.from({ length: 50 }, (_, n) => n), new Map([['wide', 'ã'.repeat(5_000_000)]]), 'last']
  const heard: unknown[] = []
  await workInChild(errand, ana, given, told => heard.push(told))
  expect(heard).toEqual(given)
})

test.each([
  [2_500_000, [1_048_576, 1_048_576, 402_848]],
  [0, [0]],
])('a file of %i bytes is handed over piece by piece, before the rest', async (length, pieces) => {
  const errand = doing('taking', 'process.send(given.length ?? given); if (given.kind) process.disconnect()', 'on')
  const heard: unknown[] = []
  await workInChild(errand, ana, { bytes: Buffer.alloc(length), kind: 'file' }, told => heard.push(told))
  expect(heard).toEqual([...pieces, { bytes: null, kind: 'file' }])
})

test('it knows nothing of what the server was started with', async () => {
  const errand = doing('knowing', 'process.send(Object.keys(process.env))')
  const heard: unknown[] = []
  await workInChild(errand, ana, {}, told => heard.push(told))
  expect(heard.flat().filter(name => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE')).toEqual(
    [],
  )
})

test('one that outgrows its heap in one leap ends alone, and the next is served', async () => {
  const errand = doing('greedy', greedy)
  for (let n = 0; n < 3; n++)
    await expect(workInChild(errand, ana, {}, () => undefined)).rejects.toThrow('the process greedy was ended')
})

test('one that fails, or is not there, is told', async () => {
  await expect(workInChild(doing('failing', 'process.exit(3)'), ana, {}, () => undefined)).rejects.toThrow('was ended')
  const absent = { from: pathToFileURL(join(folder, 'main.js')).href, name: 'absent' }
  await expect(workInChild(absent, ana, {}, () => undefined)).rejects.toThrow('was ended')
})

test('a helper answers in order; once it died, whoever waits and whoever asks is told', async () => {
  const helper = openHelper(doing('helping', `if (given.n < 3) process.send(given.n); else { ${greedy} }`, 'on'))
  expect(await Promise.all([1, 2].map(n => helper.ask({ n })))).toEqual([1, 2])
  const [waits, other] = [3, 4].map(n => helper.ask({ n }))
  await expect(waits).rejects.toThrow('the process helping was ended')
  await expect(other).rejects.toThrow('the process helping was ended')
  await expect(helper.ask({ n: 1 })).rejects.toThrow('the process helping was ended')
})
