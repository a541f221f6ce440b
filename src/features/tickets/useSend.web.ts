import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChosenFile } from '#features/tickets/Attaching.tsx'
import type { WritingMode } from '#features/tickets/conversation.ts'
import type { WireChange } from '#features/tickets/useMacro.web.ts'
import { ticketMessages, tickets, ticketUploads } from '#features/tickets/tickets.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { upload } from '#web/files.ts'

interface MessageSending {
  readonly mode: WritingMode
  readonly content: string
  readonly files: readonly ChosenFile[]
  readonly mentions: readonly number[]
  /** What of the ticket changes with it. */
  readonly change: WireChange
}

/** Files to a message, one after another; those that did not go are left, with the reason. */
export async function sendFiles(message: string, files: readonly ChosenFile[]): Promise<readonly ChosenFile[]> {
  const left: ChosenFile[] = []
  for (const { file } of files)
    try {
      await upload(`/${ticketMessages.path}/${message}/anexar`, file)
    } catch (error) {
      left.push({ file, refusal: reasonOf(error) })
    }
  return left
}

/** Sends a message with files and follow-up actions; answers the files that failed, or null if the message was not sent. */
export function useSend(ticket: { readonly id: number; readonly uuid: string }, staff: boolean) {
  const queries = useQueryClient()
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
      const changes = Object.keys(change).length > 0
      const body = changes ? { content, ...own, change } : { ticket_id: ticket.id, content, ...own }
      const { data } = await api.post<{ data: { readonly uuid: string } }>(
        changes ? `/${tickets.path}/${ticket.uuid}/dizer` : `/${ticketMessages.path}`,
        body,
        { quiet: true },
      )
      return await sendFiles(data.uuid, files)
    } catch (error) {
      refuse(reasonOf(error))
      return null
    } finally {
      setBusy(false)
      for (const path of [ticketMessages.path, ticketUploads.path, tickets.path])
        void queries.invalidateQueries({ queryKey: [path] })
    }
  }
  return { send, busy, refusal }
}
