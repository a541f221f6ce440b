import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#kernel/page.ts'
import type { RowOf } from '#kernel/resource.ts'
import { incomingMails, type IncomingMail } from '#features/incoming/incoming.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'
import { onSaved } from '#web/liveChanges.ts'

const quiet = { quiet: true } as const
const trayColumns = 'subject,sender,sender_name,state,why,client,ticket,sent_at,size,attached,opened,settler,series'

/** Mails in these states, the last that came first. */
export function useMailsIn(states: string, page: number, size = 25) {
  const query = { 'filter[state][in]': states, sort: '-id', page, per_page: size, columns: trayColumns }
  return useQuery({
    queryKey: [incomingMails.path, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Page<IncomingMail>>(`/${incomingMails.path}`, { query, signal, ...quiet }),
  })
}

/** Reads anew what came in meanwhile, or somebody else decided. */
export function useMailsFollowed() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource === incomingMails.path) void queries.invalidateQueries({ queryKey: [incomingMails.path] })
      }),
    [queries],
  )
}

/** What a mail says, once somebody wants to read it. */
export const useMailText = (uuid: string) =>
  useQuery({
    queryKey: [incomingMails.path, 'text', uuid],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: RowOf<typeof incomingMails> }>(`/${incomingMails.path}/${uuid}`, { signal, ...quiet }))
        .data,
  })

/** A new ticket, as a mail opens it. */
export interface TicketOfMail {
  readonly client_id: number
  readonly module_id: number
  readonly type_id: number
  readonly name: string
}
type PutAnswer = { readonly message: string }

/** Acts on mails, one at a time; a refusal remains visible. */
export function useMailActs() {
  const { busy, refusal, run, refuse } = useSendingActs([
    incomingMails.path,
    'tickets',
    'ticket-messages',
    'ticket-uploads',
  ])
  const put = (mail: IncomingMail, act: string, body?: object) =>
    run(() => api.put<PutAnswer>(`/${incomingMails.path}/${mail.uuid}/${act}`, body, quiet))
  const said = (mail: IncomingMail, act: string, message: string) =>
    run(() =>
      api.put<PutAnswer>(`/${incomingMails.path}/${mail.uuid}/${act}`, undefined, quiet).then(() => ({ message })),
    )
  return {
    busy,
    refusal,
    refuse,
    join: (mail: IncomingMail, ticket: number) => put(mail, 'juntar', { ticket_id: ticket }),
    open: (mail: IncomingMail, ticket: TicketOfMail) => put(mail, 'abrir', ticket),
    discard: (mail: IncomingMail) => said(mail, 'descartar', `“${mail.subject}”: descartado.`),
    giveBack: (mail: IncomingMail) => said(mail, 'devolver-a-bandeja', `“${mail.subject}”: na bandeja.`),
    undo: (mail: IncomingMail) => said(mail, 'desfazer', `“${mail.subject}”: de volta à bandeja.`),
  }
}
export type MailActs = ReturnType<typeof useMailActs>

/** Downloads the original mail; an error appears at the top of the page. */
export async function downloadMail({ id, uuid }: Pick<IncomingMail, 'id' | 'uuid'>) {
  const file = await api.blob(`/${incomingMails.path}/${uuid}/original`, undefined, { timeout: 120_000 })
  saveFile(file, `email-${id}.eml`)
}
