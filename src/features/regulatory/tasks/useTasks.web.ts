import { useState } from 'react'
import { count } from '#kernel/text.ts'
import {
  finishTasks,
  readTaskBoard,
  readWorkDay,
  reopenTasks,
  type RefusedTask,
  type TaskDoing,
} from '#features/regulatory/tasks/api.ts'
import { taskText } from '#features/regulatory/tasks/client-tasks.ts'
import type { AnswerOf } from '#kernel/call.ts'
import { messageOf } from '#web/api-error.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

export const useDay = (person?: string) => useAnswer(readWorkDay, { query: person ? { person } : {} })

export const useTaskBoard = (month: string) => useAnswer(readTaskBoard, { query: { month } })

/** Says that tasks were done, and opens them again. A mistake is a click away from being undone. */
export function useTaskActs() {
  const { send: sendFinish } = useCall(finishTasks)
  const { send: sendReopen } = useCall(reopenTasks)
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const [refused, leave] = useState<readonly RefusedTask[]>([])

  async function change(send: () => Promise<AnswerOf<typeof finishTasks>>) {
    setBusy(true)
    refuse(null)
    leave([])
    try {
      const { data } = await send()
      leave(data.refused)
      return data.acted
    } catch (error) {
      refuse(messageOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }
  const finishAll = (uuids: readonly string[], how: TaskDoing) =>
    change(() => sendFinish({ body: { uuids: [...uuids], ...how } }, { quiet: true }))
  const reopenAll = (uuids: readonly string[], why: string) =>
    change(() => sendReopen({ body: { uuids: [...uuids], why } }, { quiet: true }))
  function say(acted: readonly string[], done: string, undo: () => void) {
    if (!acted.length) return
    const said = `${count(acted.length, taskText)} ${acted.length === 1 ? done : `${done}s`}`
    toast(`${said}.`, { undo })
    announce(said)
  }
  return {
    busy,
    refusal,
    refused,
    forget: () => (refuse(null), leave([])),
    finish: async (uuids: readonly string[], how: TaskDoing = {}) => {
      const acted = await finishAll(uuids, how)
      if (acted) say(acted, 'concluída', () => void reopenAll(acted, 'Desfeita em seguida.'))
      return acted !== null && acted.length > 0
    },
    reopen: async (uuids: readonly string[], why: string) => {
      const acted = await reopenAll(uuids, why)
      if (acted) say(acted, 'reaberta', () => void finishAll(acted, {}))
      return acted !== null && acted.length > 0
    },
  }
}
export type TaskActing = ReturnType<typeof useTaskActs>
