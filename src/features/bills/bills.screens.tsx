import { isLocked } from '#kernel/resource.ts'
import { bills } from '#features/bills/bills.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'

const own = {
  list: () => import('#features/bills/BillList.tsx'),
  detail: async () => {
    const [{ DetailScreen, EditForm, Facts }, { BillFacts }, { SlipPanel }, { AskAbout }] = await Promise.all([
      import('#web/screens/DetailScreen.tsx'),
      import('#features/bills/BillFacts.tsx'),
      import('#features/bills/slip/SlipPanel.tsx'),
      import('#parts/asking/AskAbout.tsx'),
    ])
    const facts = (row: ReadRow['row']) => <BillFacts row={row} />
    const acts = (row: ReadRow['row']) => <AskAbout by="bill" row={row} />
    const children = (read: ReadRow, writable: boolean) => (
      <>
        <SlipPanel bill={read.row} open={!isLocked(bills, read.row)} />
        {writable ? (
          <EditForm key={read.row.uuid} resource={bills} read={read} />
        ) : (
          <Facts resource={bills} row={read.row} />
        )}
      </>
    )
    const Bill = () => (
      <DetailScreen resource={bills} facts={facts} acts={acts}>
        {children}
      </DetailScreen>
    )
    return { default: Bill }
  },
} as const

export const billsOnWeb: WebFeature = {
  own: { [bills.path]: own },
  areas: [{ resource: bills, by: 'client', sort: '-due_date' }],
}
