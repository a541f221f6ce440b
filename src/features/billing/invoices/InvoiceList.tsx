import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { InvoiceChip } from '#features/billing/invoices/InvoiceChip.tsx'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { useInvoicesFollowed } from '#features/billing/invoices/useInvoices.web.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import type { ListedRow } from '#web/table/useList.ts'

const cells = { state: (row: ListedRow) => <InvoiceChip row={row} /> }

/** It lists service notes with their states. */
export default function InvoiceList() {
  const user = useUser()
  useInvoicesFollowed()
  const issue = can(user, 'service-invoices.emitir') && (
    <Button
      component={Link}
      to="/service-invoices/emitir"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      Emitir nota
    </Button>
  )
  return (
    <ListScreen
      resource={serviceInvoices}
      cells={cells}
      more={issue}
      empty={
        issue
          ? 'Emita a primeira: a prévia mostra o que vai antes de ir.'
          : 'Elas aparecem aqui quando são autorizadas.'
      }
    />
  )
}
