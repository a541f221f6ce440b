import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import {
  readRegistrationStanding,
  saveRegistrationKeys,
  testRegistration,
} from '#features/billing/bills/registration/api.ts'
import { KeysDialog } from '#features/billing/bills/registration/KeysDialog.tsx'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'

const useStanding = (account: string) => {
  const user = useUser()
  return useAnswer(readRegistrationStanding, { id: account }, { enabled: can(user, readRegistrationStanding.id) }).data
    ?.data
}

/** Whether an account registers boletos without a person, and what it lacks. */
export function RegistrationFacts({ account }: { readonly account: string }) {
  const standing = useStanding(account)
  if (!standing?.provider) return null
  const { provider, environment, lacks, tested_at, test_error } = standing
  const place = environment === 'producao' ? 'em produção' : 'em homologação (sem valor)'
  return (
    <>
      {lacks.length ? (
        <StatusChip tone="atencao">{`Para registrar boletos faltam: ${join(lacks)}`}</StatusChip>
      ) : (
        <StatusChip
          tone={environment === 'producao' ? 'ok' : 'atencao'}
        >{`Registra pelo ${providers[provider]} ${place}`}</StatusChip>
      )}
      {tested_at && (
        <StatusChip tone={test_error ? 'erro' : 'neutro'}>
          {test_error ? `Último teste falhou: ${test_error}` : `Conexão testada em ${showInstant(tested_at)}`}
        </StatusChip>
      )}
    </>
  )
}

/** The keys of an account, and their test. */
export function RegistrationActs({ account }: { readonly account: string }) {
  const user = useUser()
  const standing = useStanding(account)
  const renew = useRenewal(testRegistration)
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!standing?.provider) return null
  async function tryKeys() {
    setBusy(true)
    try {
      toast((await sendCall(testRegistration, { id: account })).message)
    } catch {
      // Shown on top of the page.
    } finally {
      // A test that failed is written down as well.
      await renew()
      setBusy(false)
    }
  }
  return (
    <>
      {can(user, saveRegistrationKeys.id) && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {`Chaves do ${providers[standing.provider]}…`}
        </Button>
      )}
      {standing.has_key && can(user, testRegistration.id) && (
        <BusyButton variant="default" busy={busy} doing="Testando…" onClick={() => void tryKeys()}>
          Testar a conexão
        </BusyButton>
      )}
      {isOpen && <KeysDialog account={account} provider={standing.provider} onClose={() => setOpen(false)} />}
    </>
  )
}
