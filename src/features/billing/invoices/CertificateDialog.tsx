import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { forgetCertificate, saveCertificate } from '#features/billing/invoices/api.ts'
import { useIssuer } from '#features/billing/invoices/useInvoices.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { DropZone } from '#parts/file/DropZone.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

const inBase64 = async (file: File) =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), byte => String.fromCharCode(byte)).join(''))

/** A company's certificate is uploaded here, stored sealed and never sent back. */
export function CertificateDialog({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const standing = useIssuer(row.uuid).data?.data
  const mayForget = can(useUser(), forgetCertificate.id)
  const acts = useSendingActs()
  const { send: sendFile } = useCall(saveCertificate)
  const { send: sendForget } = useCall(forgetCertificate)
  const [file, choose] = useState<File | null>(null)
  const [password, say] = useState('')
  const keep = (given: File) =>
    acts.run(async () => sendFile({ id: row.uuid, body: { file: await inBase64(given), password } }, { quiet: true }))
  const forget = () => acts.run(() => sendForget({ id: row.uuid }, { quiet: true }))
  const end = (done: boolean) => done && onClose()
  return (
    <Dialog opened onClose={onClose} title="Certificado digital A1">
      <div className={styles.asked}>
        {standing && !standing.keeps_secrets && (
          <Band tone="atencao">Para guardar certificados, quem instala precisa definir SECRETS_KEY.</Band>
        )}
        {standing?.certificate && (
          <p>{`Guardado: ${standing.certificate.holder}, até ${showInstant(standing.certificate.valid_until).slice(0, 10)}.`}</p>
        )}
        <DropZone
          title={file?.name ?? 'Solte aqui o arquivo .pfx ou .p12'}
          help="Ele é guardado cifrado, e não sai daqui por tela nem exportação."
          label="Arquivo do certificado"
          accept=".pfx,.p12"
          onFile={choose}
        />
        <PasswordInput
          label="Senha do certificado"
          description="Usada uma vez, para abrir o arquivo; não é guardada"
          autoComplete="off"
          value={password}
          onChange={e => say(e.currentTarget.value)}
        />
        {standing?.certificate && mayForget && (
          <Button variant="subtle" color="danger" onClick={() => void forget().then(end)}>
            Esquecer o certificado guardado
          </Button>
        )}
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Guardando…"
          disabled={!file || !standing?.keeps_secrets}
          onClick={() => file && void keep(file).then(end)}
        >
          Guardar certificado
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
