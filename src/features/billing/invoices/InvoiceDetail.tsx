import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { InvoiceActs } from '#features/billing/invoices/InvoiceActs.tsx'
import { InvoiceChip } from '#features/billing/invoices/InvoiceChip.tsx'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { InvoiceTimeline } from '#features/billing/invoices/InvoiceTimeline.tsx'
import { useInvoicesFollowed } from '#features/billing/invoices/useInvoices.web.ts'
import { OrderLinks } from '#parts/order/OrderLinks.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { DetailScreen, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

const facts = (row: ReadRow['row']) => <InvoiceFacts row={row} />
const acts = (row: ReadRow['row']) => <InvoiceActs row={row} />

/** The screen shows a note: its state and why, its data, and its history. */
export default function InvoiceDetail() {
  useInvoicesFollowed()
  return (
    <DetailScreen resource={serviceInvoices} facts={facts} acts={acts}>
      {({ row }) => (
        <>
          <Rejections row={row} />
          <ul className={styles.made}>
            <OrderLinks as="invoice" id={row.id} />
          </ul>
          <InvoiceTimeline row={row} />
          <Facts resource={withoutBlanks(row)} row={row} />
        </>
      )}
    </DetailScreen>
  )
}

function InvoiceFacts({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  return (
    <>
      <InvoiceChip row={row} />
      {isRecord(row.client) && can(user, 'clients.show') ? (
        <Link to={`/clients/${String(row.client.uuid)}`}>{nameOfRef(row.client)}</Link>
      ) : (
        <span>{nameOfRef(row.client)}</span>
      )}
      <span>{showMoney(Number(row.value))}</span>
      <span>{`Competência ${showDate(String(row.competence))}`}</span>
      <NoteLink of={row.replaces} label="Substitui" />
      <NoteLink of={row.replaced_by} label="Substituída por" />
    </>
  )
}

/** The other note, where one takes the place of the other. */
function NoteLink({ of, label }: { readonly of: unknown; readonly label: string }) {
  if (!isRecord(of)) return null
  return (
    <span>
      {label} <Link to={`/${serviceInvoices.path}/${String(of.uuid)}`}>{nameOfRef(of)}</Link>
    </span>
  )
}

/** Drops empty fields, and the state that the header shows. */
const withoutBlanks = (row: ReadRow['row']) => ({
  ...serviceInvoices,
  form: serviceInvoices.form.map(section => ({
    ...section,
    fields: section.fields.filter(name => name !== 'state' && (row[name] ?? null) !== null),
  })),
})

/** Why it was refused, in the emitter's words, and what to do in ours. */
function Rejections({ row }: { readonly row: ReadRow['row'] }) {
  const rejections = Array.isArray(row.rejections) ? row.rejections.filter(isRecord) : []
  if (!rejections.length) return null
  return (
    <Band tone="erro" role="status" className={styles.rejected}>
      <div>
        <b>{row.state === 'rejeitada' ? 'O emissor rejeitou a nota.' : 'O emissor recusou o cancelamento.'}</b>
        <ul className="points">
          {rejections.map(({ id, code, message, advice }) => (
            <li key={String(id)}>
              {String(message)} <span className="meta">{`(${String(code)})`}</span>
              <br />
              {String(advice)}
            </li>
          ))}
        </ul>
      </div>
    </Band>
  )
}
