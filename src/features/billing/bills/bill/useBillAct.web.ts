import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

/** Where an answer about bills is cached, and how it is read. */
export const readBillQuery = <T>(path: string, query: Readonly<Record<string, string>> = {}) => ({
  queryKey: [bills.path, path, query],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<T>(path, { query, signal, quiet: true }),
})

export interface ActAnswer<T> {
  readonly message: string
  readonly data: T
}
/** Runs an act on bills: a toast shows its result, and every screen that shows them reads again. */
export function useBillAct<Given, T>(
  act: (given: Given) => Promise<ActAnswer<T>>,
  onDone?: (answer: ActAnswer<T>) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async answer => {
      toast(answer.message)
      onDone?.(answer)
      await Promise.all(
        [bills.path, 'bill-payments', 'owed', 'clients'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
}

/** The form of an act shows its refusal. */
export const inForm = { quiet: true, timeout: 60_000 } as const
