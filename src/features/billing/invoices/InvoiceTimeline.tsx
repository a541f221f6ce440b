import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { queueStates, queueTones } from '#parts/integration/integration.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { useInvoiceItems } from '#features/billing/invoices/useInvoices.web.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

const steps = [
  ['issued_at', 'Emitida'],
  ['authorized_at', 'Autorizada'],
  ['cancelled_at', 'Cancelada'],
] as const

/** What happened to a note, and what the queue did for it. */
export function InvoiceTimeline({ row }: { readonly row: ReadRow['row'] }) {
  const maySee = can(useUser(), `${integrationQueues.path}.index`)
  const items = useInvoiceItems(row.uuid, maySee).data?.data ?? []
  const passed = steps.flatMap(([field, label]) =>
    typeof row[field] === 'string' ? [[label, row[field]] as const] : [],
  )
  return (
    <Card title="Andamento" className={styles.timeline}>
      <List of="ol" wrap>
        {passed.map(([label, at]) => (
          <li key={label}>
            <div>{label}</div>
            <span className="meta">{showInstant(at)}</span>
          </li>
        ))}
        {items.map(({ uuid, name, state, attempts, next_attempt_at: next, error }) => (
          <li key={uuid}>
            <div>
              <Link to={`/${integrationQueues.path}/${uuid}`}>{name}</Link>
              {error && <p className="meta">{error}</p>}
            </div>
            <span className="meta">
              {[
                attempts === 1 ? '1 tentativa' : `${attempts} tentativas`,
                state === 'pendente' && next ? `a próxima em ${showInstant(next)}` : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <StatusChip tone={queueTones[state]}>{queueStates[state]}</StatusChip>
          </li>
        ))}
      </List>
    </Card>
  )
}
