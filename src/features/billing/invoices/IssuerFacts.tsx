import { useState } from 'react'
import { join } from '#kernel/text.ts'
import { daysTo, dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { warnedDays } from '#features/billing/invoices/invoices.ts'
import styles from '#features/billing/invoices/invoices.module.css'
import { useIssuer } from '#features/billing/invoices/useInvoices.web.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Band } from '#web/ui/Band.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** Whether a company may issue, what it lacks, and until when its certificate is good. */
export function IssuerStateFacts({ row }: { readonly row: ReadRow['row'] }) {
  const data = useIssuer(row.uuid).data?.data
  const [today] = useState(() => dayIn(new Date()).day)
  if (!data) return null
  const until = data.certificate && dayIn(new Date(data.certificate.valid_until)).day
  const left = until ? daysTo(until, today) : null
  return (
    <>
      {data.lacks.length ? (
        <StatusChip tone="atencao">{`Para emitir notas faltam: ${join(data.lacks.map(({ label }) => label))}`}</StatusChip>
      ) : (
        <StatusChip tone="ok">Pronta para emitir notas</StatusChip>
      )}
      {data.unopened.length > 0 && (
        <StatusChip tone="erro">{`Não abre com a chave atual (SECRETS_KEY), envie de novo: ${join(data.unopened)}`}</StatusChip>
      )}
      {until && left !== null && (
        <StatusChip tone={left < 0 ? 'erro' : left <= warnedDays ? 'atencao' : 'neutro'}>
          {left < 0 ? `Certificado vencido em ${showDate(until)}` : `Certificado até ${showDate(until)}`}
        </StatusChip>
      )}
      {data.warnings.map(text => (
        <Band key={text} tone="atencao" className={styles.warned}>
          {text}
        </Band>
      ))}
    </>
  )
}
