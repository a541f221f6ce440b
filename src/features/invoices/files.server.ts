import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { invoiceFileHash } from '#features/invoices/item.server.ts'
import { invoiceFileName, serviceInvoices, type InvoiceFileKind } from '#features/invoices/invoices.ts'
import { readKept } from '#parts/file/store.server.ts'
import { key } from '#server/crud.ts'
import { Answer, operation } from '#server/operation.ts'

const types = { pdf: 'application/pdf', xml: 'application/xml' } as const

const fileOperation = (kind: InvoiceFileKind) =>
  operation<{ id: string }>({
    id: `service-invoices.${kind}`,
    summary: `Baixar o ${kind.toUpperCase()} de uma nota de serviço`,
    method: 'GET',
    url: `/api/v1/service-invoices/:id/${kind}`,
    access: 'permission',
    scope: serviceInvoices,
    rate: 'read',
    audit: null,
    params: z.object({ id: key }),
    answers: { 200: 'file' },
    gives: [types[kind]],
    handle: async (ctx, { params }) => {
      const row = await ctx.rows(serviceInvoices).find(params.id)
      const hash = await invoiceFileHash(ctx.sql, row.id, kind)
      if (hash === null) throw problem('missing', 'A nota ainda não tem este arquivo: ela precisa ser autorizada.')
      return new Answer(200, await readKept(ctx.config, hash), {
        'Content-Type': types[kind],
        'Content-Disposition': `attachment; filename="${invoiceFileName(row.nfse_number ?? row.number, kind)}"`,
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    },
  })

export const fileOperations = [fileOperation('pdf'), fileOperation('xml')]
