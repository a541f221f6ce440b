import { useQuery } from '@tanstack/react-query'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { ticketMacros, type TicketMacro } from '#features/tickets/macros.ts'
import { tickets } from '#features/tickets/tickets.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** What goes along with a message, in the wire's words; it is sent back as it was shown. */
export type WireChange = Readonly<Record<string, string | number | boolean | null>>
export interface MacroLook {
  readonly version: number
  readonly kind: TicketMacro['kind']
  readonly change: WireChange
  readonly changes: readonly { readonly label: string; readonly value: string }[]
  readonly rows: readonly {
    readonly uuid: string
    readonly number: number
    readonly name: string
    readonly content: string | null
    readonly why: readonly string[]
  }[]
}

/** May the reader use macros at all? */
export const useMacroAble = () => {
  const user = useUser()
  return [permission(ticketMacros, 'index'), 'tickets.macro.ver', 'tickets.macro'].every(each => can(user, each))
}

/** The macros there are, by name. */
export const useMacros = (enabled: boolean) =>
  useQuery({
    queryKey: [ticketMacros.path, 'offered'],
    enabled,
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<Pick<TicketMacro, 'id' | 'uuid' | 'name'>>>(`/${ticketMacros.path}`, {
          query: { pagination: 'false', active: 'true', sort: 'name', columns: 'name' },
          signal,
          quiet: true,
        })
      ).data,
  })

/** What a macro would do to these tickets, read anew each time. */
export const useMacroLook = (macro: string | null, ids: readonly string[]) =>
  useQuery({
    queryKey: [tickets.path, 'macro', macro, ids.join()],
    enabled: macro !== null,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: async () =>
      (await api.post<{ data: MacroLook }>('/tickets/macro/ver', { macro, ids }, { quiet: true })).data,
  })
