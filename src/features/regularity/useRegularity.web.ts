import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LookPlace, NewLook, Regularity, RegularityBoard } from '#features/regularity/answer.ts'
import { messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

const regularityKey = 'regularidade'

export const useRegularity = (client: string) =>
  useQuery({
    queryKey: [regularityKey, 'of', client],
    queryFn: ({ signal }) => api.get<Regularity>(`/clients/${client}/regularidade`, { signal, quiet: true }),
  })

export const useRegularityBoard = () =>
  useQuery({
    queryKey: [regularityKey, 'board'],
    queryFn: ({ signal }) => api.get<RegularityBoard>('/clients/regularidade', { signal, quiet: true }),
  })

/** Says what was found of an item. */
export function useNewLook() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  async function look({ task, item }: LookPlace, found: Omit<NewLook, 'item'>) {
    setBusy(true)
    refuse(null)
    try {
      await api.put(`/client-tarefas/${task}/conferir`, { item, ...found }, { quiet: true })
      await Promise.all([regularityKey, 'client-tarefas'].map(key => queries.invalidateQueries({ queryKey: [key] })))
      toast('Conferência guardada.')
      return true
    } catch (error) {
      refuse(messageOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, look }
}
