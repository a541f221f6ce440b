import { useState } from 'react'
import { correctNote } from '#features/billing/invoices/api.ts'
import { invoiceBody, InvoiceFields, type InvoiceWords } from '#features/billing/invoices/InvoiceFields.tsx'
import { useIssuer } from '#features/billing/invoices/useInvoices.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

/** What a note says, to be written again. */
export const writtenOf = (row: ReadRow['row']): InvoiceWords => ({
  value: Number(row.value),
  description: String(row.description),
  service: String(row.service_code),
  competence: String(row.competence),
  iss_percent: typeof row.iss_percent === 'number' ? row.iss_percent : null,
  iss_retained: row.iss_retained === true,
})

/** What was refused is put right and sent again under its number; client and company are read anew. */
export function CorrectInvoice({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const acts = useSendingActs()
  const { send } = useCall(correctNote)
  const issuer = useIssuer(Number(row.empresa_id))
  const [words, write] = useState(() => writtenOf(row))
  const asked = invoiceBody(words)
  const correct = () => acts.run(async () => (asked ? send({ id: row.uuid, body: asked }, { quiet: true }) : null))
  return (
    <Dialog opened onClose={onClose} size="lg" title={`Corrigir ${String(row.name)} e reenviar`}>
      <div className={styles.asked}>
        <p className="meta">
          Vai com o mesmo número. Os dados do cliente e da empresa são lidos de novo: corrija-os antes nas telas deles.
        </p>
        <InvoiceFields words={words} issuer={issuer.data?.data} onChange={write} errorOf={() => undefined} />
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Reenviando…"
          disabled={asked === null}
          onClick={() => void correct().then(done => done && onClose())}
        >
          Corrigir e reenviar
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
