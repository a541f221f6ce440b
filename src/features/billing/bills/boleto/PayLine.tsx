import { can } from '#kernel/access.ts'
import { downloadBoleto, readBillPaying } from '#features/billing/bills/boleto/api.ts'
import { PayCopies } from '#features/billing/bills/boleto/SlipPanel.tsx'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import styles from '#features/billing/bills/slip/slip.module.css'

interface Props {
  readonly bill: string
  /** It shows until the server answers. */
  readonly line: string | null
  /** The name of the file of its boleto. */
  readonly file: string
}

/** A payer finds here how to pay a bill: the second copy, the line and the Pix. */
export function PayLine({ bill, line, file }: Props) {
  const user = useUser()
  const { data } = useAnswer(readBillPaying, { id: bill }, { enabled: can(user, readBillPaying.id) })
  const paying = data?.data ?? { line, pix: null, number: null, why: null, state: null }
  if (!paying.line && !paying.pix) return paying.why && <p className="meta">{paying.why}</p>
  return (
    <div className={styles.acts}>
      {paying.number && paying.state !== 'registrando' && can(user, downloadBoleto.id) && (
        <SavePdf url={callPath(downloadBoleto, { id: bill })} name={file}>
          Baixar boleto
        </SavePdf>
      )}
      <PayCopies line={paying.line} pix={paying.pix} />
    </div>
  )
}
