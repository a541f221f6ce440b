import { useQueryClient } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { ThroughGate } from '#features/collects/gate/useGate.web.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** A coleta as a step left it. */
export interface StepDone {
  readonly message: string
  readonly data: { readonly uuid: string }
}
/** Milliseconds: many were changed at once, and it takes a look to see that it was a mistake. */
export const undoTime = 20_000

/** What is offered to be taken back: what nobody else is told of as it is done. */
const undone: readonly string[] = [
  'finalizar',
  'confirmar-sem-mudancas',
  'copiar-anterior',
  'zerar',
  'dispensar',
  'processada',
]

/** Steps of one coleta, through the gate, with the way back of those that have one. */
export function useSteps(through: ThroughGate) {
  const queries = useQueryClient()
  const user = useUser()
  const undoOf = (name: string, { data }: StepDone): (() => void) | undefined =>
    undone.includes(name) && can(user, 'collects.desfazer')
      ? () =>
          void api
            .put<{ message: string }>(`/collects/${data.uuid}/desfazer`, { step: name })
            .then(async ({ message }) => {
              await queries.invalidateQueries({ queryKey: ['collects'] })
              toast(message)
            })
            // Told on top of the page.
            .catch(() => undefined)
      : undefined
  return {
    undoOf,
    /** Answers whether it was done; `said` is told. */
    take: async (uuid: string, name: string, said: string): Promise<boolean> => {
      const done = await through(options => api.put<StepDone>(`/collects/${uuid}/${name}`, undefined, options))
      if (!done) return false
      const undo = undoOf(name, done)
      toast(said, undo ? { undo, time: undoTime } : {})
      return true
    },
  }
}
