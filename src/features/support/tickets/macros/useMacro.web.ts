import { can, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { applyMacro, previewMacro } from '#features/support/tickets/ticket/api.ts'
import { ticketMacros } from '#features/support/tickets/ticket/macros.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** May the reader use macros at all? */
export const useMacroAble = () => {
  const user = useUser()
  return [permission(ticketMacros, 'index'), previewMacro.id, applyMacro.id].every(each => can(user, each))
}

/** The macros there are, by name. */
export const useMacros = () =>
  useAnswer(callsOf(ticketMacros).list, {
    query: { pagination: 'false', active: 'true', sort: 'name', columns: 'name' },
  })

/** What a macro would do to these tickets, read anew each time. */
export const useMacroPreview = (macro: string | null, ids: readonly string[]) =>
  useAnswer(
    previewMacro,
    { body: { macro: macro ?? '', ids: [...ids] } },
    { enabled: macro !== null, gcTime: 0, staleTime: 0 },
  )
