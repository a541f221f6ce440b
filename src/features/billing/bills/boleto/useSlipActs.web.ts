import { useState } from 'react'
import { cancelBillBoleto, issueBillBoleto } from '#features/billing/bills/boleto/api.ts'
import { sendCall, useRenewal } from '#web/call.ts'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { toast } from '#web/ui/toast.tsx'

/** Issues and cancels the boleto of a bill; the page shows what is refused. */
export function useSlipActs(bill: string) {
  const renew = useRenewal(issueBillBoleto)
  const [busy, setBusy] = useState(false)
  async function act(call: typeof issueBillBoleto | typeof cancelBillBoleto) {
    // The bill is read again: what was typed and not saved would be lost.
    if (!(await mayLeave())) return
    setBusy(true)
    try {
      const { message } = await sendCall(call, { id: bill })
      // Before the bill is read again: its form must not take what was typed for a change.
      forgetDirty()
      await renew()
      toast(message)
    } catch {
      // Shown on top of the page.
    } finally {
      setBusy(false)
    }
  }
  return { busy, issue: () => act(issueBillBoleto), cancel: () => act(cancelBillBoleto) }
}
