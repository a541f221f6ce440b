import { createOwnToken } from '#features/people/tokens/api.ts'
import { TokenForm } from '#features/people/tokens/TokenForm.tsx'
import { sendCall } from '#web/call.ts'

/** A token for a program of one's own. */
export default function OwnTokenCreate() {
  return (
    <TokenForm
      title="Novo token"
      back={{ label: 'Meus tokens', to: '/meus-tokens' }}
      onSend={async body => (await sendCall(createOwnToken, { body }, { quiet: true })).data}
    />
  )
}
