import { afterEach, expect, test, vi } from 'vitest'
import { walkAtPace } from '#features/regulatory/collects/coleta/pace.ts'

afterEach(() => void vi.restoreAllMocks())

/** The parts a list of 400 is done in, where one of so many takes so many milliseconds. */
async function parts(of: { readonly ms: number; readonly least?: number }, takes: (many: number) => number) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const all = Array.from({ length: 400 }, (_, n) => n)
  const [done, sizes]: [number[], number[]] = [[], []]
  await walkAtPace(of.ms, of.least)(all, async some => {
    now += takes(some.length)
    done.push(...some)
    sizes.push(some.length)
  })
  expect(done).toEqual(all)
  return sizes
}

test('a part takes about as long as asked, and no part more than twice the one before', async () => {
  const sizes = await parts({ ms: 2 }, many => many * 0.1)
  expect(sizes.slice(0, 5)).toEqual([4, 8, 16, 20, 20])
})

test('what takes long is done one by one', async () => {
  expect(await parts({ ms: 2 }, many => many * 3)).toEqual([4, ...Array.from({ length: 396 }, () => 1)])
})

test('what takes as long for one as for many is not asked for one by one', async () => {
  const planning = (many: number) => 2 + many * 0.01
  expect(await parts({ ms: 2, least: 50 }, planning)).toEqual(Array.from({ length: 8 }, () => 50))
})
