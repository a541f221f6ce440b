import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { ToldPayment } from '#features/bills/slip/payment.ts'
import { PayCopies } from '#features/bills/slip/SlipPanel.tsx'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import styles from '#features/bills/slip/slip.module.css'

interface Props {
  readonly bill: string
  /** What is known of it before it is asked. */
  readonly line: string | null
}

/** How whoever owes a bill pays it: the second copy, the line and the Pix. */
export function PayLine({ bill, line }: Props) {
  const user = useUser()
  const { data } = useQuery({
    queryKey: ['bills-to-receive', 'one', bill, 'pagamento'],
    enabled: can(user, 'bills-to-receive.pagamento'),
    queryFn: ({ signal }) =>
      api.get<{ data: ToldPayment }>(`/bills-to-receive/${bill}/pagamento`, { signal, quiet: true }),
  })
  const told = data?.data ?? { line, pix: null, number: null }
  if (!told.line && !told.pix) return null
  return (
    <div className={styles.acts}>
      {told.number && can(user, 'bills-to-receive.boleto') && (
        <SavePdf url={`/bills-to-receive/${bill}/boleto`} name="boleto.pdf">
          Baixar boleto
        </SavePdf>
      )}
      <PayCopies line={told.line} pix={told.pix} />
    </div>
  )
}
