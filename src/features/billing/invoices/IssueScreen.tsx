import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import { ref } from '#kernel/field.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { emitters } from '#features/people/empresas/empresas.ts'
import { issueNote, type InvoiceDraft } from '#features/billing/invoices/api.ts'
import { invoiceBody, InvoiceFields, type InvoiceWords } from '#features/billing/invoices/InvoiceFields.tsx'
import { InvoicePaper } from '#features/billing/invoices/InvoicePaper.tsx'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { useIssuer, usePreview } from '#features/billing/invoices/useInvoices.web.ts'
import { fieldErrorsOf, reasonOf } from '#web/api-error.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

const whose = {
  client: ref('clients', 'Cliente', { required: true }),
  company: ref('empresas', 'Empresa emissora', { required: true }),
}
const crumbs = [{ label: 'Notas de serviço', to: `/${serviceInvoices.path}` }]
const idIn = (value: unknown) => (typeof value === 'number' ? value : null)
const blank = (): InvoiceWords => ({
  value: null,
  description: '',
  service: null,
  competence: dayIn(new Date()).day,
  iss_percent: null,
  iss_retained: false,
})

/** Issues once, and goes to what was issued. */
function useIssuing() {
  const go = useNavigate()
  const { send } = useCall(issueNote)
  const [busy, setBusy] = useState(false)
  const [failure, fail] = useState<unknown>(null)
  async function issue(draft: InvoiceDraft) {
    setBusy(true)
    fail(null)
    try {
      const { data, message } = await send({ body: draft }, { quiet: true })
      toast(message)
      await go({ to: `/${serviceInvoices.path}/${data.uuid}` })
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, issue }
}

/** The company that answers for a client issues its notes, unless another is chosen. */
function useCompanyOf(client: number | null): number | null {
  const mayRead = can(useUser(), callsOf(clients).read.id)
  const { data } = useAnswer(callsOf(clients).read, { id: client ?? 0 }, { enabled: client !== null && mayRead })
  return client === null ? null : (data?.data.empresa_responsavel_id ?? null)
}

/** A note is written on the left and seen on the right, as it would go. */
export default function IssueScreen() {
  const [client, chooseClient] = useState<number | null>(null)
  const [chosen, chooseCompany] = useState<number | null>(null)
  const [written, write] = useState(blank)
  const issuing = useIssuing()
  const answering = useCompanyOf(client)
  const company = chosen ?? answering
  const issuer = useIssuer(company)
  const standing = issuer.data?.data
  const only = standing?.services.length === 1 ? standing.services[0]?.codigo : undefined
  const words = { ...written, service: written.service ?? only ?? null }
  const asked = invoiceBody(words)
  const draft: InvoiceDraft | null =
    asked && client !== null && company !== null ? { ...asked, client_id: client, empresa_id: company } : null
  const refused = fieldErrorsOf(issuing.failure)
  const errorOf = (name: string) => refused[name]?.join(' ')

  return (
    <Page title="Emitir nota de serviço" crumbs={crumbs}>
      <div className={styles.issue}>
        <div className={styles.written}>
          <div className={styles.pair}>
            <Input
              name="client_id"
              field={whose.client}
              value={client}
              errorOf={errorOf}
              onChange={value => chooseClient(idIn(value))}
            />
            <Input
              name="empresa_id"
              field={whose.company}
              value={company}
              errorOf={errorOf}
              onChange={value => {
                chooseCompany(idIn(value))
                write({ ...written, service: null })
              }}
            />
          </div>
          {issuer.error && <ErrorState error={issuer.error} onRetry={() => void issuer.refetch()} />}
          {standing?.emitter === 'local' && (
            <Band tone="info">{`${emitters.local}: a nota é numerada, guardada e impressa, e não vai a nenhuma prefeitura.`}</Band>
          )}
          {standing?.warnings.map(text => (
            <Band key={text} tone="atencao">
              {text}
            </Band>
          ))}
          <InvoiceFields words={words} issuer={standing} onChange={write} errorOf={errorOf} />
        </div>
        <HowItGoes draft={draft} issuing={issuing} />
      </div>
    </Page>
  )
}

interface HowItGoesProps {
  readonly draft: InvoiceDraft | null
  readonly issuing: ReturnType<typeof useIssuing>
}

/** The note as it would go, or what is lacking, and the button that lets it go. */
function HowItGoes({ draft, issuing: { busy, failure, issue } }: HowItGoesProps) {
  const preview = usePreview(draft)
  const previewed = preview.data?.data
  const isReady = previewed?.note && !previewed.lacks.length && !preview.isPlaceholderData
  return (
    <Card title="Como vai" className={styles.preview}>
      {draft === null ? (
        <p className="meta">Preencha cliente, empresa, serviço, valor e competência: a nota aparece aqui como vai.</p>
      ) : preview.error && !previewed ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        previewed && <InvoicePaper preview={previewed} stale={preview.isPlaceholderData} />
      )}
      {failure !== null && (
        <p role="alert" className="wrong">
          {reasonOf(failure)}
        </p>
      )}
      <BusyButton
        busy={busy}
        doing="Emitindo…"
        disabled={draft === null || !isReady}
        onClick={() => draft && void issue(draft)}
      >
        Emitir nota
      </BusyButton>
    </Card>
  )
}
