import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { hear } from '#web/liveChanges.ts'
import { queryClient } from '#web/query.ts'

afterEach(() => queryClient.clear())

/** A row that is read when it is asked for, and answered when `answer` is called. */
function slowRow(uuid: string) {
  const asked: string[] = []
  const answers: (() => void)[] = []
  let state = 'processando'
  const observer = new QueryObserver(queryClient, {
    queryKey: ['imports', uuid],
    queryFn: () => {
      const read = { row: { uuid, state } }
      asked.push(state)
      return new Promise(resolve => answers.push(() => resolve(read)))
    },
  })
  const end = observer.subscribe(() => undefined)
  return {
    asked,
    end,
    shown: () => observer.getCurrentResult().data,
    answer: () => answers.shift()?.(),
    become: (next: string) => {
      state = next
      hear(JSON.stringify({ resource: 'imports', uuid, state, rows_done: 5, rows_total: 5 }))
    },
  }
}

/** Told of a change while it is being read. */
async function expectAfter(row: ReturnType<typeof slowRow>, shown: object) {
  row.become('pronto')
  row.answer()
  await expect.poll(() => row.asked.at(-1)).toBe('pronto')
  row.answer()
  await expect.poll(row.shown).toEqual({ row: shown })
  const { length } = row.asked
  // How far it is within a state is taken as told.
  row.become('pronto')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(row.asked.length).toBe(length)
  row.end()
}

test('a row whose change is told while it is first read is read once more', async () => {
  const row = slowRow('one')
  await expect.poll(() => row.asked).toEqual(['processando'])
  await expectAfter(row, { uuid: 'one', state: 'pronto' })
})

test('a row whose change is told while it is read again is read once more', async () => {
  const row = slowRow('two')
  await expect.poll(() => row.asked).toEqual(['processando'])
  row.answer()
  await expect.poll(row.shown).toBeDefined()
  void queryClient.invalidateQueries({ queryKey: ['imports'] })
  await expect.poll(() => row.asked).toEqual(['processando', 'processando'])
  await expectAfter(row, { uuid: 'two', state: 'pronto' })
})
