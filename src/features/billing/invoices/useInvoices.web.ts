import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callsOf } from '#kernel/call.ts'
import {
  downloadInvoicePdf,
  downloadInvoiceXml,
  previewNote,
  readIssuer,
  type InvoiceDraft,
} from '#features/billing/invoices/api.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { saveAnswered } from '#parts/file/answered.web.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { api } from '#web/api.ts'
import { callPath, renewAnswers, useAnswer, useRenewal } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'

/** What a company lacks to issue, and what it issues for. */
export const useIssuer = (empresa: string | number | null) =>
  useAnswer(readIssuer, { id: empresa ?? 0 }, { enabled: empresa !== null })

const noDraft: InvoiceDraft = { client_id: 0, empresa_id: 0, value: 0, description: '', service: '', competence: '' }
/** Previews the note of a draft, once its writer pauses. */
export function usePreview(draft: InvoiceDraft | null) {
  const [settled] = useDebouncedValue(draft, 350)
  return useAnswer(previewNote, { body: settled ?? noDraft }, { enabled: settled !== null, keepsPrevious: true })
}

const queueItems = callsOf(integrationQueues).list
/** What the queue did for a note, the last first. */
export const useInvoiceItems = (uuid: string, enabled: boolean) =>
  useAnswer(
    queueItems,
    { query: { 'filter[about_path]': `/${serviceInvoices.path}/${uuid}`, sort: '-id', per_page: 10 } },
    { enabled },
  )

/** Reads a note again as it goes on by itself. */
export function useInvoicesFollowed() {
  const queries = useQueryClient()
  const renew = useRenewal(callsOf(serviceInvoices).list)
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource !== serviceInvoices.path && resource !== integrationQueues.path) return
        void renew()
        void renewAnswers(queries, queueItems)
      }),
    [queries, renew],
  )
}

/** Hands a file of a note to the reader; the page shows what fails. */
export async function saveInvoiceFile(uuid: string, kind: 'pdf' | 'xml') {
  const [call, type] =
    kind === 'pdf'
      ? ([downloadInvoicePdf, 'application/pdf'] as const)
      : ([downloadInvoiceXml, 'application/xml'] as const)
  saveAnswered(await api.file(callPath(call, { id: uuid }), type, { timeout: 60_000 }), `nfse.${kind}`)
}
