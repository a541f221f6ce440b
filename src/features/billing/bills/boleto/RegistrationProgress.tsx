import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { BillPaying } from '#features/billing/bills/boleto/api.ts'
import { registerBoletoAgain } from '#features/billing/bills/registration/api.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'

type Progress = BillPaying['progress'][number]
const tries = { one: 'tentativa', many: 'tentativas', gender: 'f' } as const

function wordsOf({ act, number, provider, waits, attempts, last_at, next_at, why }: Progress): string {
  const what =
    act === 'cancelar'
      ? waits
        ? `O cancelamento do boleto ${number} no ${provider} está na fila: até a resposta, alguém ainda pode pagá-lo.`
        : `O ${provider} não cancelou o boleto ${number}: cancele lá, ou tente de novo na fila de integrações.`
      : waits
        ? `O ${provider} ainda não respondeu ao registro.`
        : `O registro no ${provider} parou, e ninguém tenta mais sozinho.`
  const last = attempts && last_at ? `${count(attempts, tries)}, a última em ${showInstant(last_at)}.` : ''
  return [what, last, why ?? '', next_at ? `A próxima é em ${showInstant(next_at)}.` : ''].filter(Boolean).join(' ')
}

interface RegistrationProgressProps {
  readonly bill: string
  readonly paying: Pick<BillPaying, 'progress' | 'provider' | 'state' | 'test'>
  /** It is still owed. */
  readonly open: boolean
}

/** What waits or failed at the provider of a bill's boletos, and the button that tries again. */
export function RegistrationProgress({ bill, paying, open }: RegistrationProgressProps) {
  const user = useUser()
  const acts = useSendingActs()
  const { send } = useCall(registerBoletoAgain)
  const { progress, provider, state, test } = paying
  const isRetried = open && provider && (state === 'registrando' || state === 'recusado')
  return (
    <>
      {test && state && (
        <Band tone="atencao">
          Este boleto é registrado em homologação: serve para teste, e ninguém consegue pagá-lo.
        </Band>
      )}
      {progress
        .filter(({ act }) => act === 'cancelar' || state === 'registrando')
        .map(each => (
          <Band
            key={`${each.act} ${each.number}`}
            tone={each.waits ? 'info' : 'erro'}
            role={each.waits ? 'status' : 'alert'}
          >
            {wordsOf(each)}
          </Band>
        ))}
      {acts.refusal && (
        <p role="alert" className="wrong">
          {acts.refusal}
        </p>
      )}
      {isRetried && can(user, registerBoletoAgain.id) && (
        <BusyButton
          variant="default"
          size="compact-md"
          busy={acts.busy}
          doing="Pedindo…"
          onClick={() => void acts.run(() => send({ id: bill }, { quiet: true }))}
        >
          Tentar o registro de novo
        </BusyButton>
      )}
    </>
  )
}
