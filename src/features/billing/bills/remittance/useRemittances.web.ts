import { callsOf } from '#kernel/call.ts'
import {
  downloadRemittance,
  generateRemittance,
  previewRemittance,
  readWaitingRemittances,
  undoRemittance,
  type WaitingAccount,
} from '#features/billing/bills/remittance/api.ts'
import { bankRemittances } from '#features/billing/bills/remittance/remitted.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
import { callPath, useAnswer, useCall } from '#web/call.ts'
import { saveFile } from '#web/files.ts'

const quiet = { quiet: true, timeout: 120_000 } as const

/** What waits by account, and the remittances made last. */
export const useWaitingRemittances = (mayList: boolean) => ({
  waiting: useAnswer(readWaitingRemittances, {}, { staleTime: 0 }),
  recent: useAnswer(callsOf(bankRemittances).list, { query: { sort: '-id', per_page: 20 } }, { enabled: mayList }),
})

export const useRemittancePreview = (account: string) =>
  useAnswer(previewRemittance, { query: { account } }, { staleTime: 0 })

interface NamedRemittance {
  readonly uuid: string
  readonly name: string | null
}
/** Hands the file to the reader's downloads; the page shows what fails. */
export async function saveRemittance({ uuid, name }: NamedRemittance) {
  const bytes = await api.blob(callPath(downloadRemittance, { id: uuid }), undefined, { timeout: 120_000 })
  saveFile(bytes, name ?? 'remessa.rem')
}

/** Makes remittances and takes them back, one at a time; the last refusal stays on the screen. */
export function useRemittanceActs() {
  const { busy, refusal, run } = useSendingActs()
  const making = useCall(generateRemittance)
  const undoing = useCall(undoRemittance)
  return {
    busy,
    refusal,
    generate: ({ uuid }: WaitingAccount) =>
      run(async () => {
        const made = await making.send({ body: { account: uuid } }, quiet)
        await saveRemittance(made.data)
        return made
      }),
    undo: (id: string, reason: string) => run(() => undoing.send({ id, body: { reason } }, quiet)),
  }
}
export type RemittanceActs = ReturnType<typeof useRemittanceActs>
