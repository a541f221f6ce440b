import type { CallInput } from '#kernel/call.ts'
import {
  previewStatementMail,
  readStatement,
  type mailStatement,
  type mailStatements,
  type StatementPeriod,
} from '#features/billing/bills/statement/api.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'

/** A statement is written for each of many clients. */
export const slow = { timeout: 60_000 } as const

/** What a client owes. Bills change it, and a bill that is saved does not renew it: it is read at each visit. */
export const useStatement = (client: string, period: StatementPeriod) =>
  useAnswer(readStatement, { id: client, query: period }, { staleTime: 0 })
export const useStatementMail = (client: string, period: StatementPeriod) =>
  useAnswer(previewStatementMail, { id: client, query: period }, { staleTime: 0 })

/** Mails statements. Its dialog closes before what changed is read again: what the dialog shows is not read once more. */
export function useMailing<C extends typeof mailStatement | typeof mailStatements>(call: C, onSent: () => void) {
  const { busy, refusal, run } = useSendingActs()
  const renew = useRenewal(call)
  async function mail(input: CallInput<C>) {
    if (!(await run(() => sendCall(call, input, { ...slow, quiet: true })))) return
    onSent()
    await renew()
  }
  return { busy, refusal, mail }
}
