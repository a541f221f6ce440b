import { expect, test } from 'vitest'
import { openCrew } from '#server/jobs/crew.ts'

const unheard = (error: unknown) => expect.fail(String(error))

test('told of work while it looks for some, it looks once more, and only once', async () => {
  let looks = 0
  let found: (none: null) => void = () => {}
  const take = () => {
    looks++
    return new Promise<null>(resolve => (found = resolve))
  }
  const crew = openCrew({ atOnce: 2, take, work: async () => {}, failed: unheard })
  crew.nudge()
  crew.nudge()
  crew.nudge()
  expect(looks).toBe(1)
  found(null)
  await expect.poll(() => looks).toBe(2)
  found(null)
  await crew.settled()
  expect(looks).toBe(2)
})

test('no more is done at once than it was given, and what it was told of last is done too', async () => {
  const waiting = [1, 2, 3, 4, 5]
  const done: number[] = []
  let most = 0
  let now = 0
  const crew = openCrew({
    atOnce: 2,
    take: async () => waiting.shift() ?? null,
    work: async taken => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setImmediate(resolve))
      now--
      done.push(taken)
    },
    failed: unheard,
  })
  crew.nudge()
  await crew.settled()
  waiting.push(6)
  crew.nudge()
  await crew.settled()
  expect(done).toEqual([1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
})
