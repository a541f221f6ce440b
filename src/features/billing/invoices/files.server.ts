import { problem } from '#kernel/problem.ts'
import { downloadInvoicePdf, downloadInvoiceXml } from '#features/billing/invoices/api.ts'
import { invoiceFileHash } from '#features/billing/invoices/item.server.ts'
import { invoiceFileName, serviceInvoices, type InvoiceFileKind } from '#features/billing/invoices/invoices.ts'
import { readStored } from '#parts/file/store.server.ts'
import { Answer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const types = { pdf: 'application/pdf', xml: 'application/xml' } as const

const download = (call: typeof downloadInvoicePdf | typeof downloadInvoiceXml, kind: InvoiceFileKind) =>
  serve(call, async (ctx, { id }) => {
    const row = await ctx.rows(serviceInvoices).find(id)
    const hash = await invoiceFileHash(ctx.sql, row.id, kind)
    if (hash === null) throw problem('missing', 'A nota ainda não tem este arquivo: ela precisa ser autorizada.')
    return new Answer(200, await readStored(ctx.config, hash), {
      'Content-Type': types[kind],
      'Content-Disposition': `attachment; filename="${invoiceFileName(row.nfse_number ?? row.number, kind)}"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  })

export const fileOperations = [download(downloadInvoicePdf, 'pdf'), download(downloadInvoiceXml, 'xml')]
