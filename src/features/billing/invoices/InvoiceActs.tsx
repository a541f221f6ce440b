import { Button } from '@mantine/core'
import { IconFileTypePdf, IconFileTypeXml } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { CancelInvoice } from '#features/billing/invoices/CancelInvoice.tsx'
import { CorrectInvoice } from '#features/billing/invoices/CorrectInvoice.tsx'
import { SubstituteInvoice } from '#features/billing/invoices/SubstituteInvoice.tsx'
import { saveInvoiceFile } from '#features/billing/invoices/useInvoices.web.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'

/** A note's state decides these acts. */
export function InvoiceActs({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const [open, setOpen] = useState<'correct' | 'cancel' | 'substitute' | null>(null)
  const may = (act: string) => can(user, `service-invoices.${act}`)
  const hasFiles = typeof row.nfse_number === 'string'
  const save = (kind: 'pdf' | 'xml') => void saveInvoiceFile(row.uuid, kind).catch(() => undefined)
  return (
    <>
      {row.state === 'rejeitada' && may('corrigir') && (
        <Button onClick={() => setOpen('correct')}>Corrigir e reenviar</Button>
      )}
      {hasFiles && may('pdf') && (
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={16} stroke={1.5} aria-hidden />}
          onClick={() => save('pdf')}
        >
          PDF
        </Button>
      )}
      {hasFiles && may('xml') && (
        <Button
          variant="default"
          leftSection={<IconFileTypeXml size={16} stroke={1.5} aria-hidden />}
          onClick={() => save('xml')}
        >
          XML
        </Button>
      )}
      {row.state === 'autorizada' && row.emitter !== 'asaas' && may('substituir') && (
        <Button variant="default" onClick={() => setOpen('substitute')}>
          Substituir
        </Button>
      )}
      {(row.state === 'autorizada' || row.state === 'rejeitada') && may('cancelar') && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          {row.state === 'autorizada' ? 'Cancelar nota' : 'Descartar nota'}
        </Button>
      )}
      {open === 'correct' && <CorrectInvoice row={row} onClose={() => setOpen(null)} />}
      {open === 'substitute' && <SubstituteInvoice row={row} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <CancelInvoice row={row} onClose={() => setOpen(null)} />}
    </>
  )
}
