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

test.each(['first read', 'read again'])(
  'a row being %s while its change is told is read after it once more',
  async how => {
    const row = slowRow(how)
    await expect.poll(() => row.asked).toEqual(['processando'])
    if (how === 'read again') {
      row.answer()
      await expect.poll(row.shown).toBeDefined()
      void queryClient.invalidateQueries({ queryKey: ['imports'] })
      await expect.poll(() => row.asked).toEqual(['processando', 'processando'])
    }
    row.become('pronto')
    row.answer()
    await expect.poll(() => row.asked.at(-1)).toBe('pronto')
    row.answer()
    await expect.poll(row.shown).toEqual({ row: { uuid: how, state: 'pronto' } })
    const { length } = row.asked
    // How far it is within a state is taken as told.
    row.become('pronto')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(row.asked.length).toBe(length)
    row.end()
  },
)
