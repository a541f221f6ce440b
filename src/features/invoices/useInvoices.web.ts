import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serviceInvoices } from '#features/invoices/invoices.ts'
import type { InvoiceAsked, InvoiceLack } from '#features/invoices/plan.ts'
import { saveAnswered } from '#parts/file/answered.web.ts'
import { integrationQueues, type QueueRow } from '#parts/integration/queues.ts'
import type { Page } from '#kernel/page.ts'
import { api } from '#web/api.ts'
import { onSaved } from '#web/liveChanges.ts'

const quiet = { quiet: true } as const
const path = `/${serviceInvoices.path}`

export interface InvoiceDraft extends InvoiceAsked {
  readonly client_id: number
  readonly empresa_id: number
}
export interface InvoicePreview {
  readonly lacks: readonly InvoiceLack[]
  readonly note: {
    readonly series: number
    readonly number: number
    readonly emitter: string
    readonly environment: string
    readonly issuer: string
    readonly town: string
    readonly taker: string
    readonly document: string
    readonly address: string
    readonly service: string
    readonly description: string
    readonly value: number
    readonly iss_percent: number | null
    readonly iss_value: number
    readonly iss_retained: boolean
    readonly net_value: number
  } | null
}
export interface IssuerStanding {
  readonly lacks: readonly InvoiceLack[]
  readonly emitter: string
  readonly environment: string
  readonly next: number
  readonly series: number
  readonly iss: number | null
  readonly services: readonly { readonly codigo: string; readonly descricao: string }[]
  readonly keeps_secrets: boolean
  readonly has_token: boolean
  /** What is stored and does not open with the key of the installation: 'o certificado'. */
  readonly unopened: readonly string[]
  readonly certificate: {
    readonly valid_until: string
    readonly document: string | null
    readonly holder: string
  } | null
}

/** What a company lacks to issue, and what it issues for. */
export const useIssuer = (empresa: string | number | null) =>
  useQuery({
    queryKey: [serviceInvoices.path, 'emissor', empresa],
    enabled: empresa !== null,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: IssuerStanding }>(`${path}/emissor/${empresa}`, { signal, ...quiet })).data,
  })

/** What would be issued of a draft, once whoever writes it pauses. */
export function usePreview(draft: InvoiceDraft | null) {
  const [asked] = useDebouncedValue(draft, 350)
  return useQuery({
    queryKey: [serviceInvoices.path, 'previa', asked],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.post<{ data: InvoicePreview }>(`${path}/previa`, asked, { signal, ...quiet })).data,
  })
}

/** What the queue did for a note, the last first. */
export const useInvoiceItems = (uuid: string, enabled: boolean) =>
  useQuery({
    queryKey: [integrationQueues.path, 'of', uuid],
    enabled,
    queryFn: async ({ signal }) => {
      const query = { 'filter[about_path]': `${path}/${uuid}`, sort: '-id', per_page: 10 }
      return (await api.get<Page<QueueRow>>(`/${integrationQueues.path}`, { query, signal, ...quiet })).data
    },
  })

/** Reads a note again as it goes on by itself. */
export function useInvoicesFollowed() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource !== serviceInvoices.path && resource !== integrationQueues.path) return
        void queries.invalidateQueries({ queryKey: [serviceInvoices.path] })
        void queries.invalidateQueries({ queryKey: [integrationQueues.path, 'of'] })
      }),
    [queries],
  )
}

/** Hands a file of a note to the reader; what fails is told on top of the page. */
export async function saveInvoiceFile(uuid: string, kind: 'pdf' | 'xml') {
  const type = kind === 'pdf' ? 'application/pdf' : 'application/xml'
  saveAnswered(await api.file(`${path}/${uuid}/${kind}`, type, { timeout: 60_000 }), `nfse.${kind}`)
}
