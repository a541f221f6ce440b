import { empresas } from '#features/people/empresas/empresas.ts'
import { IssuerActs } from '#features/billing/invoices/IssuerActs.tsx'
import { IssuerStateFacts } from '#features/billing/invoices/IssuerFacts.tsx'
import styles from '#features/billing/invoices/invoices.module.css'
import { useIssuer } from '#features/billing/invoices/useInvoices.web.ts'
import { DetailScreen, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Band } from '#web/ui/Band.tsx'

const facts = (row: ReadRow['row']) => <IssuerStateFacts row={row} />
const acts = (row: ReadRow['row']) => <IssuerActs row={row} />

/** A company, with what it lacks to issue its notes and what the law says of how it issues them. */
export default function CompanyScreen() {
  return (
    <DetailScreen resource={empresas} facts={facts} acts={acts}>
      {({ row }) => (
        <>
          <IssuerWarnings row={row} />
          <Facts resource={empresas} row={row} />
        </>
      )}
    </DetailScreen>
  )
}

function IssuerWarnings({ row }: { readonly row: ReadRow['row'] }) {
  const warnings = useIssuer(row.uuid).data?.data.warnings ?? []
  return warnings.map(text => (
    <Band key={text} tone="atencao" className={styles.rejected}>
      {text}
    </Band>
  ))
}
