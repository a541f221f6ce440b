import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '#kernel/text.ts'
import type { TaskBoard } from '#features/tasks/board.ts'
import { clientTasks, taskText } from '#features/tasks/client-tasks.ts'
import type { DayPage } from '#features/tasks/day.ts'
import { messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

const key = clientTasks.path

export const useDay = (person?: string) =>
  useQuery({
    queryKey: [key, 'day', person ?? ''],
    queryFn: ({ signal }) =>
      api.get<DayPage>('/tarefas/clientes/meu-dia', { query: person ? { person } : {}, signal, quiet: true }),
  })

export const useTaskBoard = (month: string) =>
  useQuery({
    queryKey: [key, 'board', month],
    queryFn: ({ signal }) => api.get<TaskBoard>('/tarefas/clientes/quadro', { query: { month }, signal, quiet: true }),
  })

export interface RefusedTask {
  readonly uuid: string
  readonly name: string
  readonly client: string
  readonly reasons: readonly string[]
}
interface ActedTasks {
  readonly data: { readonly acted: readonly string[]; readonly refused: readonly RefusedTask[] }
}
export interface TaskDoing {
  readonly done_on?: string
  readonly note?: string | null
}

/** Says that tasks were done, and opens them again. A mistake is a click away from being undone. */
export function useTaskActs() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const [refused, leave] = useState<readonly RefusedTask[]>([])

  async function put(what: 'concluir' | 'reabrir', uuids: readonly string[], more: object) {
    setBusy(true)
    refuse(null)
    leave([])
    try {
      const { data } = await api.put<ActedTasks>(`/tarefas/clientes/${what}`, { uuids, ...more }, { quiet: true })
      leave(data.refused)
      await Promise.all([key, 'obligations', 'clients'].map(name => queries.invalidateQueries({ queryKey: [name] })))
      return data.acted
    } catch (error) {
      refuse(messageOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }
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
      const acted = await put('concluir', uuids, how)
      if (acted) say(acted, 'concluída', () => void put('reabrir', acted, { why: 'Desfeita em seguida.' }))
      return acted !== null && acted.length > 0
    },
    reopen: async (uuids: readonly string[], why: string) => {
      const acted = await put('reabrir', uuids, { why })
      if (acted) say(acted, 'reaberta', () => void put('concluir', acted, {}))
      return acted !== null && acted.length > 0
    },
  }
}
export type TaskActing = ReturnType<typeof useTaskActs>
