import { createElement, type ReactNode } from 'react'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { financeTypes, plans } from '#features/lookups.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Screen } from '#web/route/screen.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { latePart } from '#web/ui/latePart.tsx'

const BillStory = latePart(() => import('#features/billing/bills/BillStory.tsx'))
const FinanceArea = latePart(() => import('#features/billing/bills/statement/FinanceArea.tsx'))
const FinanceGlance = latePart(() => import('#features/billing/bills/statement/FinanceGlance.tsx'))
const IncomeArea = latePart(() => import('#features/billing/bills/income/IncomeArea.tsx'))
const AccountArea = latePart(async () => ({
  default: (await import('#features/billing/bills/income/IncomeArea.tsx')).AccountArea,
}))

const notesOfBill: readonly Area[] = [{ resource: serviceInvoices, by: 'bill', sort: '-created_at' }]

const ownScreens = {
  list: () => import('#features/billing/bills/BillList.tsx'),
  detail: async () => {
    const [{ AreasScreen }, { BillFacts }, { AskAbout }, { ReceiveButton, toReceive }, { CloseMany }] =
      await Promise.all([
        import('#parts/areas/AreasScreen.tsx'),
        import('#features/billing/bills/BillFacts.tsx'),
        import('#parts/asking/AskAbout.tsx'),
        import('#features/billing/bills/payments/PaymentsArea.tsx'),
        import('#features/billing/bills/closing/CloseMany.tsx'),
      ])
    const facts = (row: ReadRow['row']) => <BillFacts row={row} />
    const acts = (row: ReadRow['row']) => (
      <>
        <ReceiveButton bill={toReceive(row)} />
        {row.called_off !== true && (
          <CloseMany bills={[row.uuid]} steps={row.downloaded === true ? ['note'] : ['note', 'mail']} />
        )}
        <AskAbout by="bill" row={row} />
      </>
    )
    const story = {
      label: 'Conta',
      render: (row: ReadRow['row'], edit: ReactNode) => <BillStory row={row} edit={edit} />,
    }
    return { default: () => createElement(AreasScreen, { resource: bills, facts, acts, areas: notesOfBill, story }) }
  },
} as const

/** A plain list whose rows say what money they come to. */
const withAreas = (resource: AnyResource, ...areas: readonly Area[]) => ({
  detail: async () => {
    const [{ AreasScreen }, { SheetLink }] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#parts/sheet/SheetLink.tsx'),
    ])
    const acts = ({ uuid }: ReadRow['row']) => resource === plans && <SheetLink resource={resource} uuid={uuid} />
    return { default: () => createElement(AreasScreen, { resource, areas, acts }) }
  },
})

/** An account, with whether it registers boletos by itself, and what money moved in it. */
const account = {
  detail: async () => {
    const [{ AreasScreen }, { RegistrationFacts, RegistrationActs }] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#features/billing/bills/registration/AccountRegistration.tsx'),
    ])
    const areas: readonly Area[] = [
      {
        resource: checkingAccounts,
        title: 'Movimento',
        verb: 'movimento',
        render: ({ id, uuid }) => <AccountArea account={{ id, uuid }} />,
      },
    ]
    const facts = ({ uuid }: ReadRow['row']) => <RegistrationFacts account={uuid} />
    const acts = ({ uuid }: ReadRow['row']) => <RegistrationActs account={uuid} />
    return { default: () => createElement(AreasScreen, { resource: checkingAccounts, facts, acts, areas }) }
  },
} as const

const screens: readonly Screen[] = [
  {
    path: '/recebimentos',
    title: 'Recebimentos',
    permission: 'bills-to-receive.recebimentos',
    load: () => import('#features/billing/bills/receivables/ReceivablesScreen.tsx'),
  },
  {
    path: '/bills-to-receive/faturar',
    title: 'Faturar o mês',
    permission: 'bills-to-receive.faturar.previa',
    load: () => import('#features/billing/bills/billing/BillingScreen.tsx'),
  },
]

export const billsOnWeb: WebFeature = {
  own: {
    [bills.path]: ownScreens,
    [plans.path]: withAreas(
      plans,
      { resource: clients, by: 'plan', sort: 'name' },
      {
        resource: plans,
        title: 'Receita',
        verb: 'receita',
        render: ({ uuid }) => <IncomeArea plan uuid={uuid} />,
      },
    ),
    [financeTypes.path]: withAreas(financeTypes, {
      resource: financeTypes,
      title: 'Receita',
      verb: 'receita',
      render: ({ uuid }) => <IncomeArea uuid={uuid} />,
    }),
    [checkingAccounts.path]: account,
  },
  screens,
  areas: [
    {
      resource: clients,
      title: 'Financeiro',
      verb: 'extrato',
      first: true,
      group: 'Financeiro',
      glance: { at: 'top', render: client => <FinanceGlance client={client} /> },
      render: client => <FinanceArea client={client} />,
    },
    { resource: bills, by: 'client', sort: '-due_date', called: 'finance_type', group: 'Financeiro' },
  ],
}
