import { expect, test } from 'vitest'
import { doneOnce } from './done-once.ts'

test('work is done once for all who ask, and anew after it failed', async () => {
  let done = 0
  const work = doneOnce(async () => {
    done += 1
    if (done === 1) throw new Error('não desta vez')
    return done
  })
  await expect(Promise.all([work(), work()])).rejects.toThrow('não desta vez')
  expect(done).toBe(1)
  expect(await Promise.all([work(), work()])).toEqual([2, 2])
  expect(await work()).toBe(2)
})
