import { createElement } from 'react'
import { bills } from '#features/bills/bills.ts'
import type { Read } from '#web/screens/DetailScreen.tsx'

export const billScreens = {
  list: () => import('#features/bills/BillList.tsx'),
  detail: async () => {
    const [{ DetailScreen }, { BillFacts }] = await Promise.all([
      import('#web/screens/DetailScreen.tsx'),
      import('#features/bills/BillFacts.tsx'),
    ])
    const facts = (row: Read['row']) => <BillFacts row={row} />
    return { default: () => createElement(DetailScreen, { resource: bills, facts }) }
  },
} as const
