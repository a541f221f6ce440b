import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { AsaasDialog } from '#features/billing/invoices/AsaasDialog.tsx'
import { CertificateDialog } from '#features/billing/invoices/CertificateDialog.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'

/** What of a company is secret: given, and never shown again. */
export function IssuerActs({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const [open, setOpen] = useState<'certificate' | 'asaas' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {row.emissor === 'nacional' && can(user, 'empresas.certificado') && (
        <Button variant="default" onClick={() => setOpen('certificate')}>
          Certificado digital…
        </Button>
      )}
      {row.emissor === 'asaas' && can(user, 'empresas.asaas') && (
        <Button variant="default" onClick={() => setOpen('asaas')}>
          Chave do Asaas…
        </Button>
      )}
      {open === 'certificate' && <CertificateDialog row={row} onClose={close} />}
      {open === 'asaas' && <AsaasDialog row={row} onClose={close} />}
    </>
  )
}
