import { expect, test } from 'vitest'
import type { Problem } from '#kernel/problem.ts'
import { openTurns } from '#parts/child/turns.ts'

const room = { working: { all: 2, each: 1 }, waiting: { all: 5, each: 3 } }
const [mallory, ana, bruno] = [1, 2, 3]

/** Who began, in order; `end` ends the work that has been going on longest. */
function desk(turns = openTurns(room)) {
  const begun: string[] = []
  const going: (() => void)[] = []
  const ask = async (user: number, name: string, patient = false) => {
    const back = await turns.take({ user, patient })
    begun.push(name)
    going.push(back)
  }
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    begun,
    ask,
    settle,
    end: () => {
      going.shift()?.()
      return settle()
    },
  }
}

test('one person works at one thing at a time, and leaves the other place to others', async () => {
  const { begun, ask, settle, end } = desk()
  for (const name of ['m1', 'm2', 'm3']) void ask(mallory, name)
  void ask(ana, 'a1')
  await settle()
  expect(begun).toEqual(['m1', 'a1'])
  await end()
  expect(begun).toEqual(['m1', 'a1', 'm2'])
})

test('whoever was served least recently comes next, however many of another wait before', async () => {
  const { begun, ask, settle, end } = desk(openTurns({ ...room, working: { all: 1, each: 1 } }))
  for (const name of ['m1', 'm2', 'm3']) void ask(mallory, name)
  void ask(ana, 'a1')
  void ask(bruno, 'b1')
  await settle()
  for (let n = 0; n < 4; n++) await end()
  expect(begun).toEqual(['m1', 'a1', 'b1', 'm2', 'm3'])
})

test('past the room to wait one is told when to come again, and nothing is held of it', async () => {
  const { begun, ask, settle, end } = desk()
  const asked = Array.from({ length: 12 }, (_, n) => ask(mallory, `m${n}`))
  const refused: Problem[] = []
  for (const each of asked) each.catch((error: Problem) => refused.push(error))
  await settle()
  expect(refused).toHaveLength(12 - 1 - room.waiting.each)
  for (const each of refused) expect([each.status, each.detail.retryAfter]).toEqual([503, 15])
  for (let n = 0; n < 4; n++) await end()
  expect(begun).toEqual(['m0', 'm1', 'm2', 'm3'])
})

test('the line of everybody is bounded too, and work nobody waits for at a screen stays in it', async () => {
  const { begun, ask, settle, end } = desk()
  const crowd = Array.from({ length: 7 }, (_, n) => ask(10 + n, `c${n}`))
  await settle()
  await expect(ask(ana, 'a1')).rejects.toThrow('Há muitos arquivos na fila')
  const job = ask(ana, 'job', true)
  for (let n = 0; n < 7; n++) await end()
  await Promise.all([...crowd, job])
  expect(begun).toHaveLength(8)
})

test('a turn given back twice is one turn', async () => {
  const turns = openTurns({ ...room, working: { all: 1, each: 1 } })
  const back = await turns.take({ user: ana })
  back()
  back()
  await turns.take({ user: ana })
  let second = false
  void turns.take({ user: bruno }).then(() => (second = true))
  await new Promise(resolve => setImmediate(resolve))
  expect(second).toBe(false)
})
