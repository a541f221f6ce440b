import { problem } from '#kernel/problem.ts'
import { downloadInvoicePdf, downloadInvoiceXml } from '#features/billing/invoices/api.ts'
import { invoiceFileHash } from '#features/billing/invoices/item.server.ts'
import { invoiceFileName, serviceInvoices, type InvoiceFileKind } from '#features/billing/invoices/invoices.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { serve } from '#server/serve.ts'

const types = { pdf: 'application/pdf', xml: 'application/xml' } as const

const download = (call: typeof downloadInvoicePdf | typeof downloadInvoiceXml, kind: InvoiceFileKind) =>
  serve(call, async (ctx, { id }) => {
    const row = await ctx.rows(serviceInvoices).find(id)
    const hash = await invoiceFileHash(ctx.sql, row.id, kind)
    if (hash === null) throw problem('missing', 'A nota ainda não tem este arquivo: ela precisa ser autorizada.')
    return sendStored(ctx, {
      name: invoiceFileName(row.nfse_number ?? row.number, kind),
      sha256: hash,
      type: types[kind],
    })
  })

export const fileOperations = [download(downloadInvoicePdf, 'pdf'), download(downloadInvoiceXml, 'xml')]
