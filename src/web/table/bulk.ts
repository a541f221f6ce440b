import { can, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { agree, capital, count, theOne } from '#kernel/text.ts'
import { api } from '#web/api.ts'
import { useRenewal } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

export interface NamedRow {
  readonly uuid: string
  readonly name: string
}
type MarkedRows = readonly NamedRow[]

/** Enables, disables and deletes rows of a resource. Refusals are shown on top of the page; each answers whether it was done. */
export function useBulkActs(resource: AnyResource) {
  const user = useUser()
  const { text, path } = resource
  const refresh = useRenewal(callsOf(resource).list)
  const tell = (words: string, undo?: () => void) => {
    toast(words, undo && { undo })
    announce(words)
  }

  async function turn(verb: 'enable' | 'disable', rows: MarkedRows) {
    const { message } = await api.put<{ message: string }>(`/${path}/${verb}`, { ids: rows.map(({ uuid }) => uuid) })
    await refresh()
    tell(message, () => void turn(verb === 'enable' ? 'disable' : 'enable', rows).catch(() => undefined))
    return true
  }

  async function remove(rows: MarkedRows) {
    const [only] = rows
    const named = only && rows.length === 1 ? `${theOne(text)} ${only.name}` : count(rows.length, text)
    const consequence =
      rows.length === 1
        ? 'Deixa de aparecer nas listas e nos formulários.'
        : 'Deixam de aparecer nas listas e nos formulários.'
    if (
      !(await confirm({
        title: `Excluir ${named}?`,
        text: consequence,
        act: `Excluir ${rows.length === 1 ? text.one : named}`,
        danger: true,
      }))
    )
      return false
    const removed: NamedRow[] = []
    try {
      for (const row of rows) {
        await api.delete(`/${path}/${row.uuid}`)
        removed.push(row)
      }
    } finally {
      await refresh()
      const undo = can(user, permission(resource, 'restaurar')) ? () => void revive(removed) : undefined
      if (rows.length === 1 && removed.length) tell(`${agree(text, 'excluído')}.`, undo)
      else if (removed.length) tell(`${capital(count(removed.length, text))} de ${rows.length}: exclusão feita.`, undo)
    }
    return true
  }

  /** Brings back what was deleted. */
  async function revive(rows: MarkedRows) {
    try {
      for (const { uuid } of rows) await api.put(`/${path}/${uuid}/restaurar`, {})
      tell(rows.length === 1 ? `${agree(text, 'restaurado')} com sucesso.` : 'Exclusão desfeita.')
    } catch {
      // The error is shown on top of the page.
    } finally {
      await refresh()
    }
  }
  return { turn, remove, revive }
}
