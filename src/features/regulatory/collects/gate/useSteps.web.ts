import { can } from '#kernel/access.ts'
import { actOf } from '#kernel/call.ts'
import type { ActionOf } from '#kernel/resource.ts'
import { undoCollectStep } from '#features/regulatory/collects/coleta/api.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { isUndoable } from '#features/regulatory/collects/coleta/steps.ts'
import type { ThroughGate } from '#features/regulatory/collects/gate/useGate.web.ts'
import { ApiError } from '#web/api-error.ts'
import { sendCall, useCall } from '#web/call.ts'
import { report } from '#web/faults.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

/** A coleta as a step left it. */
interface StepDone {
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

type CollectAction = ActionOf<typeof collects>
export const isCollectAction = (name: string): name is CollectAction => name in (collects.actions ?? {})

/** Steps of one coleta, through the gate, with the way back of those that have one. */
export function useSteps(through: ThroughGate) {
  const { send } = useCall(undoCollectStep)
  const user = useUser()
  const undoOf = (name: string, { data }: StepDone): (() => void) | undefined =>
    isUndoable(name) && can(user, undoCollectStep.id)
      ? () =>
          void send({ id: data.uuid, body: { step: name } })
            .then(({ message }) => toast(message))
            // The page shows it.
            .catch(() => undefined)
      : undefined
  return {
    undoOf,
    /** Answers whether it was done, with a toast. A refusal names the client, with a link to the coleta. */
    take: async ({ uuid, client }: TakenColeta, name: CollectAction, said: string): Promise<boolean> => {
      const holder = { path: collects.path, uuid, name: client }
      const done = await through(
        options => sendCall(actOf(collects, name), { id: uuid, body: undefined }, options),
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
