import { Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { users } from '#features/users/users.ts'
import { copyLink, LinkField } from '#parts/link/LinkField.tsx'
import { api } from '#web/api.ts'
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
  const [busy, setBusy] = useState(false)
  if (!active || !can(user, permission(users, 'copiar-convite'))) return null
  async function make() {
    setBusy(true)
    try {
      const { data } = await api.put<{ data: { url: string } }>(`/users/${uuid}/copiar-convite`)
      setUrl(data.url)
      await copyLink(data.url)
    } catch {
      // Told on top of the page.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <BusyButton variant="default" busy={busy} doing="Criando…" onClick={() => void make()}>
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
