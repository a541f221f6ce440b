import { useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { attachToMessage, postMessage, type TicketChange } from '#features/support/tickets/ticket/api.ts'
import type { ChosenFile } from '#features/support/tickets/messages/Attaching.tsx'
import type { WritingMode } from '#features/support/tickets/ticket/conversation.ts'
import { ticketMessages } from '#features/support/tickets/ticket/tickets.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useRenewal } from '#web/call.ts'
import { bytesIn } from '#web/files.ts'

interface MessageSending {
  readonly mode: WritingMode
  readonly content: string
  readonly files: readonly ChosenFile[]
  readonly mentions: readonly number[]
  /** Changes of the ticket that are sent with the message. */
  readonly change: TicketChange
}

/** Files to a message, one after another; those that did not go are left, with the reason. */
export async function sendFiles(message: string, files: readonly ChosenFile[]): Promise<readonly ChosenFile[]> {
  const left: ChosenFile[] = []
  for (const { file } of files)
    try {
      await sendCall(
        attachToMessage,
        { id: message, query: { name: file.name }, body: bytesIn(file) },
        { quiet: true, timeout: 120_000 },
      )
    } catch (error) {
      left.push({ file, refusal: reasonOf(error) })
    }
  return left
}

/** Sends a message with files and follow-up actions; answers the files that failed, or null if the message was not sent. */
export function useSend(ticket: { readonly id: number; readonly uuid: string }, staff: boolean) {
  const renew = useRenewal(postMessage)
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  async function send({
    mode,
    content,
    files,
    mentions,
    change,
  }: MessageSending): Promise<readonly ChosenFile[] | null> {
    setBusy(true)
    refuse(null)
    try {
      const own = staff && { internal: mode === 'note', mentions: mentions.map(person_id => ({ person_id })) }
      const { data } = Object.keys(change).length
        ? await sendCall(postMessage, { id: ticket.uuid, body: { content, ...own, change } }, { quiet: true })
        : await sendCall(
            callsOf(ticketMessages).create,
            { body: { ticket_id: ticket.id, content, ...own } },
            { quiet: true },
          )
      return await sendFiles(data.uuid, files)
    } catch (error) {
      refuse(reasonOf(error))
      return null
    } finally {
      setBusy(false)
      void renew()
    }
  }
  return { send, busy, refusal }
}
