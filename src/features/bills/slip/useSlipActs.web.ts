import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { toast } from '#web/ui/toast.tsx'

/** Issues and cancels the boleto of a bill; what is refused is told on top of the page. */
export function useSlipActs(bill: string) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function act(name: string) {
    // The bill is read again: what was typed and not saved would be lost.
    if (!(await mayLeave())) return
    setBusy(true)
    try {
      const { message } = await api.put<{ message: string }>(`/bills-to-receive/${bill}/${name}`)
      forgetDirty()
      await queries.invalidateQueries({ queryKey: ['bills-to-receive'] })
      toast(message)
    } catch {
      // Told on top of the page.
    } finally {
      setBusy(false)
    }
  }
  return { busy, issue: () => act('emitir-boleto'), cancel: () => act('cancelar-boleto') }
}
