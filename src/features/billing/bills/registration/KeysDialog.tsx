import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { readRegistrationStanding, saveRegistrationKeys } from '#features/billing/bills/registration/api.ts'
import { providers, unverified, type SlipProvider } from '#features/billing/bills/slip/registrations.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/billing/bills/registration/registration.module.css'

const inputs = {
  asaas: [
    ['token', 'Chave da API', undefined],
    [
      'hook',
      'Token do webhook',
      'O mesmo que você escreve no Asaas, em Integrações, Webhooks, com os eventos de cobrança, para /api/v1/webhooks/asaas/cobrancas',
    ],
  ],
  bb: [
    ['client_id', 'Client ID', undefined],
    ['client_secret', 'Client secret', undefined],
    ['app_key', 'Chave da aplicação', 'No portal Developers BB ela se chama developer_application_key'],
  ],
} as const satisfies Record<
  SlipProvider,
  readonly (readonly [name: string, label: string, description: string | undefined])[]
>

interface KeysDialogProps {
  readonly account: string
  readonly provider: SlipProvider
  readonly onClose: () => void
}

/** The keys with which an account registers boletos: given once, and never shown again. */
export function KeysDialog({ account, provider, onClose }: KeysDialogProps) {
  const standing = useAnswer(readRegistrationStanding, { id: account }).data?.data
  const acts = useSendingActs()
  const { send } = useCall(saveRegistrationKeys)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const of = (name: string) => typed[name] ?? ''
  const body =
    provider === 'asaas'
      ? { provider, token: of('token'), hook: of('hook') }
      : { provider, client_id: of('client_id'), client_secret: of('client_secret'), app_key: of('app_key') }
  const isWhole = inputs[provider].every(([name]) => of(name).trim())
  const place = standing?.environment === 'producao' ? 'produção' : 'homologação'
  return (
    <Dialog opened onClose={onClose} title={`Chaves do ${providers[provider]}`}>
      <div className={styles.keys}>
        {standing && !standing.keeps_secrets && (
          <Band tone="atencao">Para guardar as chaves, quem instala precisa definir SECRETS_KEY.</Band>
        )}
        <Band tone="atencao">
          <ul className="points">
            {unverified[provider].map(words => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Band>
        <p>
          São as chaves de <strong>{place}</strong>; as do outro ambiente ficam guardadas à parte.
          {standing?.has_key && ' Já há chaves guardadas; as novas tomam o lugar delas.'}
        </p>
        {inputs[provider].map(([name, label, description]) => (
          <PasswordInput
            key={name}
            label={label}
            {...(description && { description })}
            autoComplete="off"
            value={of(name)}
            onChange={e => {
              const { value } = e.currentTarget
              setTyped(before => ({ ...before, [name]: value }))
            }}
          />
        ))}
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          busy={acts.busy}
          doing="Guardando…"
          disabled={!isWhole || !standing?.keeps_secrets}
          onClick={() =>
            void acts.run(() => send({ id: account, body }, { quiet: true })).then(done => done && onClose())
          }
        >
          Guardar chaves
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
