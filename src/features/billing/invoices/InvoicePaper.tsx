import { maskDocument } from '#kernel/brasil.ts'
import { showMoney, showPercent } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import type { InvoicePreview } from '#features/billing/invoices/api.ts'
import styles from '#features/billing/invoices/invoices.module.css'

/** A note as it would go, or what is lacking for it. */
export function InvoicePaper({
  preview: { lacks, note },
  stale,
}: {
  readonly preview: InvoicePreview
  readonly stale: boolean
}) {
  if (lacks.length)
    return (
      <div role="status">
        <p className={styles.lacking}>Para emitir, ainda falta:</p>
        <ul className={styles.lacks}>
          {lacks.map(({ field, label, message }) => (
            <li key={`${field} ${message}`}>{message.startsWith('Falta: ') ? capital(label) : message}</li>
          ))}
        </ul>
      </div>
    )
  if (!note) return null
  const lines = [
    ['Prestador', `${note.issuer}, ${note.town}`],
    ['Tomador', `${note.taker}, ${maskDocument(note.document)}`],
    ['Endereço', note.address],
    ['Serviço', note.service],
    ['Descrição', note.description],
  ] as const
  return (
    <div className={styles.paper} data-stale={stale || undefined}>
      <p className="meta">{`DPS série ${note.series}, número ${note.number} se ninguém emitir antes`}</p>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.sums}>
        <div>
          <dt>Valor do serviço</dt>
          <dd>{showMoney(note.value)}</dd>
        </div>
        {note.iss_percent !== null && (
          <div>
            <dt>{`ISS ${showPercent(note.iss_percent)}${note.iss_retained ? ', retido' : ''}`}</dt>
            <dd>{showMoney(note.iss_value)}</dd>
          </div>
        )}
        <div data-total>
          <dt>O tomador paga</dt>
          <dd>{showMoney(note.net_value)}</dd>
        </div>
      </dl>
    </div>
  )
}
