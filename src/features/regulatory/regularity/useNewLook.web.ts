import { useState } from 'react'
import { checkTaskItem, type LookPlace, type NewLook } from '#features/regulatory/regularity/api.ts'
import { messageOf } from '#web/api-error.ts'
import { useCall } from '#web/call.ts'
import { toast } from '#web/ui/toast.tsx'

/** Says what was found of an item. */
export function useNewLook() {
  const { send, sending } = useCall(checkTaskItem)
  const [refusal, refuse] = useState<string | null>(null)
  async function look({ task, item }: LookPlace, found: Omit<NewLook, 'item'>) {
    refuse(null)
    try {
      await send({ id: task, body: { item, ...found } }, { quiet: true })
      toast('Conferência guardada.')
      return true
    } catch (error) {
      refuse(messageOf(error))
      return false
    }
  }
  return { busy: sending, refusal, look }
}
