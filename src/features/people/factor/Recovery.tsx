import { renewRecoveryCodes, type OwnSecurity } from '#features/people/factor/api.ts'
import { fewCodes } from '#features/people/factor/factors.ts'
import { useSending } from '#features/people/factor/useSending.web.ts'
import styles from '#features/people/factor/factor.module.css'
import { sendCall } from '#web/call.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'

interface Props {
  readonly security: OwnSecurity
  readonly onChanged: (codes: readonly string[]) => Promise<void>
}

/** How many recovery codes are left, and a new set. */
export function Recovery({ security, onChanged }: Props) {
  const { left, total } = security.recovery
  const { busy, refusal, send } = useSending()
  async function renew() {
    const text = 'Os que você tem deixam de valer.'
    if (left && !(await confirm({ title: 'Criar outros códigos?', text, act: 'Criar' }))) return
    const made = await send(() => sendCall(renewRecoveryCodes, {}, { quiet: true }))
    if (made) await onChanged(made.data.recovery_codes)
  }
  return (
    <section>
      <h2>Códigos de recuperação</h2>
      <p>Para entrar quando o segundo fator faltar. Cada um vale uma vez.</p>
      {left <= fewCodes ? (
        <Band tone="atencao" role="status">
          {left === 0 ? 'Não resta nenhum código.' : left === 1 ? 'Resta 1 código.' : `Restam ${left} códigos.`} Crie
          outros antes de precisar.
        </Band>
      ) : (
        <p>
          {left} de {total} por usar.
        </p>
      )}
      <div className={styles.rows}>
        <BusyButton variant="default" busy={busy} doing="Criando…" onClick={() => void renew()}>
          Criar outros códigos
        </BusyButton>
      </div>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
    </section>
  )
}
