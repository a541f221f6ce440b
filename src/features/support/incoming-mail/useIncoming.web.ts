import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actOf, callsOf } from '#kernel/call.ts'
import { joinMail, openMailTicket, readOriginalMail, type TicketOfMail } from '#features/support/incoming-mail/api.ts'
import { incomingMails, type IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
import { callPath, renewAfter, sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { saveFile } from '#web/files.ts'
import { onSaved } from '#web/liveChanges.ts'

const quiet = { quiet: true } as const
const { list, read } = callsOf(incomingMails)
const discardMail = actOf(incomingMails, 'descartar')
const returnMail = actOf(incomingMails, 'devolver-a-bandeja')
const undoMail = actOf(incomingMails, 'desfazer')
const trayColumns = 'subject,sender,sender_name,state,why,client,ticket,sent_at,size,attached,opened,settler,series'

/** Mails in these states, the last that came first. */
export function useMailsIn(states: string, page: number, size = 25) {
  const query = { 'filter[state][in]': states, sort: '-id', page, per_page: size, columns: trayColumns }
  return useAnswer(list, { query }, { keepsPrevious: true })
}

/** Reads anew what came in meanwhile, or somebody else decided. */
export function useMailsFollowed() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource === incomingMails.path) void renewAfter(queries, list)
      }),
    [queries],
  )
}

/** What a mail says, once somebody wants to read it. */
export const useMailText = (uuid: string) => useAnswer(read, { id: uuid })

/** Acts on mails, one at a time; a refusal remains visible. */
export function useMailActs() {
  const { busy, refusal, run, refuse } = useSendingActs()
  // Each act changes the mail, and may change the ticket it is in.
  const renew = useRenewal(joinMail)
  const act = (work: () => Promise<{ readonly message: string }>) =>
    run(async () => {
      const { message } = await work()
      await renew()
      return { message }
    })
  const turn = (call: typeof discardMail, { uuid, subject }: IncomingMail, outcome: string) =>
    act(async () => {
      await sendCall(call, { id: uuid, body: undefined }, quiet)
      return { message: `“${subject}”: ${outcome}.` }
    })
  return {
    busy,
    refusal,
    refuse,
    join: ({ uuid }: IncomingMail, ticket: number) =>
      act(() => sendCall(joinMail, { id: uuid, body: { ticket_id: ticket } }, quiet)),
    open: ({ uuid }: IncomingMail, ticket: TicketOfMail) =>
      act(() => sendCall(openMailTicket, { id: uuid, body: ticket }, quiet)),
    discard: (mail: IncomingMail) => turn(discardMail, mail, 'descartado'),
    giveBack: (mail: IncomingMail) => turn(returnMail, mail, 'na bandeja'),
    undo: (mail: IncomingMail) => turn(undoMail, mail, 'de volta à bandeja'),
  }
}
export type MailActs = ReturnType<typeof useMailActs>

/** Downloads the original mail; an error appears at the top of the page. */
export async function downloadMail({ id, uuid }: Pick<IncomingMail, 'id' | 'uuid'>) {
  const file = await api.blob(callPath(readOriginalMail, { id: uuid }), undefined, { timeout: 120_000 })
  saveFile(file, `email-${id}.eml`)
}
