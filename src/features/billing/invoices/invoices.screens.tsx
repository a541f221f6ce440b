import { createElement } from 'react'
import { empresas } from '#features/people/empresas/empresas.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import type { Screen } from '#web/route/screen.ts'
import type { ReadRow } from '#web/screens/read-row.ts'

const ownScreens = {
  list: () => import('#features/billing/invoices/InvoiceList.tsx'),
  detail: () => import('#features/billing/invoices/InvoiceDetail.tsx'),
} as const

/** A company, with what it lacks to issue its notes. */
const company = {
  detail: async () => {
    const [{ DetailScreen }, { IssuerStateFacts }, { IssuerActs }] = await Promise.all([
      import('#web/screens/DetailScreen.tsx'),
      import('#features/billing/invoices/IssuerFacts.tsx'),
      import('#features/billing/invoices/IssuerActs.tsx'),
    ])
    const facts = (row: ReadRow['row']) => <IssuerStateFacts row={row} />
    const acts = (row: ReadRow['row']) => <IssuerActs row={row} />
    return { default: () => createElement(DetailScreen, { resource: empresas, facts, acts }) }
  },
} as const

const screens: readonly Screen[] = [
  {
    path: '/service-invoices/emitir',
    title: 'Emitir nota de serviço',
    permission: 'service-invoices.emitir',
    load: () => import('#features/billing/invoices/IssueScreen.tsx'),
  },
]

export const invoicesOnWeb: WebFeature = {
  own: { [serviceInvoices.path]: ownScreens, [empresas.path]: company },
  screens,
  areas: [{ resource: serviceInvoices, by: 'client', sort: '-created_at', group: 'Financeiro' }],
}
