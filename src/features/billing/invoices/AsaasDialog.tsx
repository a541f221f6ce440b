import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { saveAsaasKey } from '#features/billing/invoices/api.ts'
import { useIssuer } from '#features/billing/invoices/useInvoices.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

/** The key of a company at Asaas, and the word by which it knows Asaas again. */
export function AsaasDialog({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const standing = useIssuer(row.uuid).data?.data
  const acts = useSendingActs()
  const { send } = useCall(saveAsaasKey)
  const [token, sayToken] = useState('')
  const [hook, sayHook] = useState('')
  const keep = () => acts.run(() => send({ id: row.uuid, body: { token, hook } }, { quiet: true }))
  return (
    <Dialog opened onClose={onClose} title="Chave do Asaas">
      <div className={styles.asked}>
        {standing && !standing.keeps_secrets && (
          <Band tone="atencao">Para guardar a chave, quem instala precisa definir SECRETS_KEY.</Band>
        )}
        {standing?.has_token && <p>Já há uma chave guardada; a nova toma o lugar dela.</p>}
        <PasswordInput
          label="Chave da API"
          autoComplete="off"
          value={token}
          onChange={e => sayToken(e.currentTarget.value)}
        />
        <PasswordInput
          label="Token do webhook"
          description="O mesmo que você escreve no Asaas, em Integrações, Webhooks, para /api/v1/webhooks/asaas"
          autoComplete="off"
          value={hook}
          onChange={e => sayHook(e.currentTarget.value)}
        />
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Guardando…"
          disabled={!token || !hook || !standing?.keeps_secrets}
          onClick={() => void keep().then(done => done && onClose())}
        >
          Guardar chave
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
