import { Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { copyInvitation } from '#features/people/users/api.ts'
import { copyLink, LinkField } from '#parts/link/LinkField.tsx'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

interface Props {
  readonly uuid: string
  readonly active: boolean
}

/** The link of an invitation, to be handed over by other means than the mail: made, copied, and shown once. */
export function InvitationLink({ uuid, active }: Props) {
  const user = useUser()
  const [url, setUrl] = useState<string | null>(null)
  const { send, sending } = useCall(copyInvitation)
  if (!active || !can(user, copyInvitation.id)) return null
  async function make() {
    try {
      const { data } = await send({ id: uuid })
      setUrl(data.url)
      await copyLink(data.url)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <>
      <BusyButton variant="default" busy={sending} doing="Criando…" onClick={() => void make()}>
        Copiar o link
      </BusyButton>
      {url !== null && (
        <Modal
          opened
          onClose={() => setUrl(null)}
          title="Link do convite"
          closeButtonProps={{ 'aria-label': 'Fechar' }}
        >
          <Stack gap={16}>
            <p>
              Envie este link à pessoa: por ele, ela escolhe a senha e entra. Vale por 3 dias e uma única vez. Os
              convites anteriores deixaram de valer.
            </p>
            <LinkField label="Link do convite" url={url} />
            <p className="meta">Quem tiver o link escolhe a senha no lugar dela: envie-o só à própria pessoa.</p>
          </Stack>
        </Modal>
      )}
    </>
  )
}
