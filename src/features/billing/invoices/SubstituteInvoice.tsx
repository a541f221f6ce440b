import { Select, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { substituteNote } from '#features/billing/invoices/api.ts'
import { writtenOf } from '#features/billing/invoices/CorrectInvoice.tsx'
import { replaceCodes, replaceReasons } from '#features/billing/invoices/dps/dps.ts'
import { invoiceBody, InvoiceFields } from '#features/billing/invoices/InvoiceFields.tsx'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { useIssuer } from '#features/billing/invoices/useInvoices.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

const reasons = replaceCodes.map(value => ({ value, label: replaceReasons[value] }))
const shortest = 15

/** Another note in the place of an authorised one: filled in as that one, and sent with the reason the law lists. */
export function SubstituteInvoice({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const acts = useSendingActs()
  const go = useNavigate()
  const { send } = useCall(substituteNote)
  const issuer = useIssuer(Number(row.empresa_id))
  const [words, write] = useState(() => writtenOf(row))
  const [code, choose] = useState<(typeof replaceCodes)[number] | null>(null)
  const [reason, say] = useState('')
  const asked = invoiceBody(words)
  const isExplained = code === '99' ? reason.trim().length >= shortest : !reason || reason.trim().length >= shortest
  const substitute = () =>
    acts.run(async () => {
      if (!asked || !code) return null
      const made = await send({ id: row.uuid, body: { ...asked, code, reason } }, { quiet: true })
      await go({ to: `/${serviceInvoices.path}/${made.data.uuid}` })
      return made
    })
  return (
    <Dialog opened onClose={onClose} size="lg" title={`Substituir ${String(row.name)}`}>
      <div className={styles.asked}>
        <p className="meta">
          Outra nota toma o lugar desta, com outro número. Esta continua valendo até a nova ser autorizada. Cliente e
          empresa são os mesmos, lidos de novo do cadastro.
        </p>
        <InvoiceFields words={words} issuer={issuer.data?.data} onChange={write} errorOf={() => undefined} />
        <Select
          label="Motivo da substituição"
          placeholder="Escolha"
          data={reasons}
          value={code}
          allowDeselect={false}
          onChange={choose}
        />
        <Textarea
          label="Explicação"
          description={code === '99' ? 'De 15 a 255 caracteres' : 'Opcional; de 15 a 255 caracteres'}
          autosize
          minRows={2}
          maxLength={255}
          value={reason}
          onChange={e => say(e.currentTarget.value)}
        />
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Emitindo…"
          disabled={asked === null || code === null || !isExplained}
          onClick={() => void substitute().then(done => done && onClose())}
        >
          Emitir a substituta
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
