import { createSystemToken } from '#features/people/tokens/api.ts'
import { TokenForm } from '#features/people/tokens/TokenForm.tsx'
import { sendCall } from '#web/call.ts'

/** A token for a system, and the person who answers for what it does. */
export default function SystemTokenCreate() {
  return (
    <TokenForm
      title="Novo token de sistema"
      back={{ label: 'Tokens', to: '/tokens' }}
      asksOwner
      onSend={async (body, owner) =>
        (await sendCall(createSystemToken, { body: { ...body, user_id: owner } }, { quiet: true })).data
      }
    />
  )
}
