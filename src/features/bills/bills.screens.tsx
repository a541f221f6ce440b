import { createElement } from 'react'
import { bills } from '#features/bills/bills.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'

const own = {
  list: () => import('#features/bills/BillList.tsx'),
  detail: async () => {
    const [{ DetailScreen }, { BillFacts }, { AskAbout }] = await Promise.all([
      import('#web/screens/DetailScreen.tsx'),
      import('#features/bills/BillFacts.tsx'),
      import('#parts/asking/AskAbout.tsx'),
    ])
    const facts = (row: ReadRow['row']) => <BillFacts row={row} />
    const acts = (row: ReadRow['row']) => <AskAbout by="bill" row={row} />
    return { default: () => createElement(DetailScreen, { resource: bills, facts, acts }) }
  },
} as const

export const billsOnWeb: WebFeature = {
  own: { [bills.path]: own },
  areas: [{ resource: bills, by: 'client', sort: '-due_date' }],
}
