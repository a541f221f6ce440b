import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { showDate, showInstant } from '#kernel/show.ts'
import { Proposals } from '#features/clients/clients/Proposals.tsx'
import { proposalsOf } from '#features/clients/clients/proposals.ts'
import { fistels as fistelsSection } from '#features/clients/fistels/fistels.ts'
import { readProvider, type AnatelLicence } from '#parts/company/api.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { importedAddressType } from '#web/constants.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/clients/clients/helper.module.css'

interface Props {
  readonly cnpj: string
  readonly form: Form
  /** The client its fistels would be of. */
  readonly client: number | undefined
}

/** What Anatel's open file says of a CNPJ: taken when ticked, and the fistels the client lacks. Nothing where it knows nothing. */
export function FromAnatel({ cnpj, form, client }: Props) {
  const { data } = useAnswer(readProvider, { cnpj }, { retry: false })
  const [asked, ask] = useState(false)
  if (!data?.data || !data.at) return null
  const proposals = proposalsOf(form.values, data.data, importedAddressType).filter(
    ({ key }) => form.fields[key]?.writable === true,
  )
  if (!asked)
    return (
      <div className={styles.ask}>
        <Button variant="default" onClick={() => ask(true)}>
          Ver o que a Anatel diz
        </Button>
      </div>
    )
  return (
    <Card className={styles.registry} aria-labelledby="from-anatel">
      <header>
        <h3 id="from-anatel">Na Anatel</h3>
        <span className="meta">no arquivo de {showInstant(data.at)}</span>
      </header>
      {proposals.length ? (
        <Proposals proposals={proposals} form={form} named="from-anatel" />
      ) : (
        <p className="meta">Tudo confere com o que está aqui.</p>
      )}
      {client !== undefined && <Missing client={client} fistels={data.fistels} />}
    </Card>
  )
}

/** Fistels Anatel knows and the client does not have: registered at once when ticked. */
function Missing({ client, fistels }: { readonly client: number; readonly fistels: readonly AnatelLicence[] }) {
  const user = useUser()
  const { list, create } = callsOf(fistelsSection)
  const renew = useRenewal(create)
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data } = useAnswer(list, { query: { 'filter[client_id]': client, per_page: 100 } })
  if (!data) return null
  const held = new Set(data.data.map(({ fistel }) => fistel))
  const missing = fistels.filter(({ fistel }) => !held.has(fistel))
  if (!missing.length) return null
  // A fistel can be stored only when its kind of service is known.
  const chosen = missing.filter(({ fistel, service_type }) => service_type && !left.has(fistel))
  async function register() {
    setBusy(true)
    try {
      for (const { fistel, service_type } of chosen)
        await sendCall(create, {
          body: { fistel, client_id: client, service_type_id: service_type?.id, active_anatel: true },
        })
      toast(chosen.length === 1 ? '1 fistel registrado.' : `${chosen.length} fistéis registrados.`)
    } catch {
      // The error is shown at the top of the page.
    } finally {
      setBusy(false)
      await renew()
    }
  }
  return (
    <>
      <h4>Fistéis que faltam aqui</h4>
      <ul>
        {missing.map(({ fistel, service_type, service, since }) => (
          <li key={fistel}>
            <Checkbox
              label={fistel}
              description={[service_type?.name ?? service, since && `desde ${showDate(since)}`]
                .filter(Boolean)
                .join(', ')}
              disabled={!service_type}
              checked={service_type !== null && !left.has(fistel)}
              onChange={e => {
                const next = new Set(left)
                if (e.currentTarget.checked) next.delete(fistel)
                else next.add(fistel)
                leave(next)
              }}
            />
          </li>
        ))}
      </ul>
      {can(user, create.id) && (
        <BusyButton
          variant="default"
          busy={busy}
          doing="Registrando…"
          disabled={!chosen.length}
          onClick={() => void register()}
        >
          Registrar os fistéis marcados
        </BusyButton>
      )}
    </>
  )
}
