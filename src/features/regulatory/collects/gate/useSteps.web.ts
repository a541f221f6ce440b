import { useQueryClient } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { ThroughGate } from '#features/regulatory/collects/gate/useGate.web.ts'
import { ApiError } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { report } from '#web/faults.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** A coleta as a step left it. */
export interface StepDone {
  readonly message: string
  readonly data: { readonly uuid: string }
}
interface TakenColeta {
  readonly uuid: string
  /** The client's name. */
  readonly client: string
}
/** Milliseconds: many were changed at once, and it takes a look to see that it was a mistake. */
export const undoTime = 20_000

/** Steps that can be undone: those of which nobody else is notified when they are done. */
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
            // The page shows it.
            .catch(() => undefined)
      : undefined
  return {
    undoOf,
    /** Answers whether it was done, with a toast. A refusal names the client, with a link to the coleta. */
    take: async ({ uuid, client }: TakenColeta, name: string, said: string): Promise<boolean> => {
      const holder = { path: 'collects', uuid, name: client }
      const done = await through(
        options => api.put<StepDone>(`/collects/${uuid}/${name}`, undefined, options),
        ({ status, message, body }) =>
          report(new ApiError(status, `${client}: ${message}`, body && { holder, ...body })),
      )
      if (!done) return false
      const undo = undoOf(name, done)
      toast(`${client}: ${said}`, undo ? { undo, time: undoTime } : {})
      return true
    },
  }
}
