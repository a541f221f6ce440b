import { useEffect } from 'react'
import { callsOf, type CallInput } from '#kernel/call.ts'
import {
  explainReturnLine,
  placeReturnLine,
  proposeBills,
  reopenReturnLine,
  sendBackReturnLine,
  undoReturn,
} from '#features/billing/bills/returns/api.ts'
import { bankReturns, returnLines, type BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useAnswer, useCall, useRenewal } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'

const quiet = { quiet: true, timeout: 120_000 } as const

/** Lines in these states: of what waits the first that came in, of what is decided the last. */
export const useLinesIn = (states: string, page: number, size = 25) =>
  useAnswer(
    callsOf(returnLines).list,
    { query: { 'filter[state][in]': states, sort: states === 'espera' ? 'id' : '-id', page, per_page: size } },
    { keepsPrevious: true },
  )

/** Reads again what others placed meanwhile. */
export function useMoneyFollowed() {
  const renew = useRenewal(callsOf(returnLines).list)
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource === returnLines.path) void renew()
      }),
    [renew],
  )
}

export const useProposals = (line: string) => useAnswer(proposeBills, { id: line }, { staleTime: 0 })

/** Returns applied last. */
export const useLastReturns = () => useAnswer(callsOf(bankReturns).list, { query: { sort: '-id', per_page: 10 } })

export type PlacedMoney = CallInput<typeof placeReturnLine>['body']
type MoneySentBack = CallInput<typeof sendBackReturnLine>['body']
/** What somebody decides of a payment without a bill. */
export type MoneyDecision = 'sendBack' | 'explain' | 'reopen'
/** What is done with money without a bill, one thing at a time; the last refusal stays on the screen. */
export function useMoneyActs() {
  const { busy, refusal, refuse, run } = useSendingActs()
  const placing = useCall(placeReturnLine)
  const returning = useCall(sendBackReturnLine)
  const explaining = useCall(explainReturnLine)
  const reopening = useCall(reopenReturnLine)
  const undoing = useCall(undoReturn)
  return {
    busy,
    refusal,
    refuse,
    place: ({ uuid: id }: BankReturnLine, body: PlacedMoney) => run(() => placing.send({ id, body }, quiet)),
    sendBack: ({ uuid: id }: BankReturnLine, body: MoneySentBack) => run(() => returning.send({ id, body }, quiet)),
    explain: ({ uuid: id }: BankReturnLine, reason: string) =>
      run(() => explaining.send({ id, body: { reason } }, quiet)),
    reopen: ({ uuid: id }: BankReturnLine, reason: string) =>
      run(() => reopening.send({ id, body: { reason } }, quiet)),
    undo: (id: string, reason: string) => run(() => undoing.send({ id, body: { reason } }, quiet)),
  }
}
export type MoneyActs = ReturnType<typeof useMoneyActs>
