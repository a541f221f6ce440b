import type { DueMonth } from '#features/billing/bills/billing/kinds.ts'
import type { CallInput } from '#kernel/call.ts'
import { billMonth, previewBilling, undoBilling, type Unbilled } from '#features/billing/bills/billing/api.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'

const quiet = { quiet: true, timeout: 60_000 } as const

/** A month as it would be billed; what was just made elsewhere is not offered again. */
export const useBilling = (month: string, due: DueMonth | null) =>
  useAnswer(previewBilling, { query: { month, ...(due && { due }) } }, { staleTime: 0 })

interface BillingAnswer {
  readonly message: string
  readonly data: { readonly left: readonly Unbilled[] }
}
/** Bills a month and undoes it. `onLeft` gets what was left out before the preview is read again. */
export function useBillingActs(onLeft: (left: readonly Unbilled[]) => void) {
  const { busy, refusal, run } = useSendingActs()
  // Both acts change the same.
  const renew = useRenewal(billMonth)
  const act = (send: () => Promise<BillingAnswer>) =>
    run(async () => {
      const done = await send()
      onLeft(done.data.left)
      await renew()
      return done
    })
  return {
    busy,
    refusal,
    bill: (body: CallInput<typeof billMonth>['body']) => act(() => sendCall(billMonth, { body }, quiet)),
    undo: (uuid: string) => act(() => sendCall(undoBilling, { run: uuid }, quiet)),
  }
}
