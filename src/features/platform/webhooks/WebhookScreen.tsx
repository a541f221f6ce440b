import { IconSend } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { sendTest } from '#features/platform/webhooks/api.ts'
import { Deliveries } from '#features/platform/webhooks/Deliveries.tsx'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { SecretCard } from '#features/platform/webhooks/SecretCard.tsx'
import { WebhookForm } from '#features/platform/webhooks/WebhookForm.tsx'
import styles from '#features/platform/webhooks/webhooks.module.css'
import { useCall } from '#web/call.ts'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'

const useIsOwner = ({ user_id }: ReadRow['row']) => useUser().id === user_id

/** A webhook: how it goes, its secret, its deliveries, and where it goes. */
const WebhookScreen = () => (
  <DetailScreen
    resource={webhookEndpoints}
    facts={row => <Standing row={row} />}
    acts={row => <TestButton row={row} />}
  >
    {(read, writable) => <Whole read={read} writable={writable} />}
  </DetailScreen>
)
export default WebhookScreen

function Standing({ row }: { readonly row: ReadRow['row'] }) {
  const { succeeded_at: succeeded, failing_since: failing, secret_at: secret } = row
  return (
    <span className={styles.standing}>
      {typeof failing === 'string' ? (
        <StatusChip tone="erro">{`Falha desde ${showInstant(failing)}`}</StatusChip>
      ) : secret === null ? (
        <StatusChip tone="atencao">Sem segredo</StatusChip>
      ) : (
        row.active && <StatusChip tone="ok">Ativo</StatusChip>
      )}
      <span>
        {typeof succeeded === 'string' ? `Última entrega em ${showInstant(succeeded)}` : 'Nada foi entregue ainda'}
      </span>
    </span>
  )
}

function TestButton({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const isOwner = useIsOwner(row)
  const { send, sending } = useCall(sendTest)
  if (!can(user, sendTest.id) || !isOwner || !row.active || row.secret_at === null) return null
  const test = async () => {
    try {
      toast((await send({ id: row.uuid })).message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <BusyButton
      variant="default"
      busy={sending}
      doing="Enviando…"
      leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
      onClick={() => void test()}
    >
      Enviar de teste
    </BusyButton>
  )
}

function Whole({ read, writable }: { readonly read: ReadRow; readonly writable: boolean }) {
  const { row } = read
  const isOwner = useIsOwner(row)
  return (
    <div className={styles.parts}>
      {typeof row.stopped === 'string' && (
        <Band tone="erro" role="status">
          Parou: {row.stopped} O que mudou desde então espera, e vai quando o webhook for reativado.
        </Band>
      )}
      {!isOwner && (
        <Band tone="neutro">
          Só o dono altera este webhook: o que é enviado é o que ele vê. Você pode inativá-lo ou excluí-lo.
        </Band>
      )}
      {isOwner && row.active && <SecretCard row={row} />}
      <Deliveries row={row} />
      {writable && isOwner ? (
        <EditForm key={row.uuid} resource={webhookEndpoints} read={read}>
          {form => <WebhookForm form={form} />}
        </EditForm>
      ) : (
        <Facts resource={webhookEndpoints} row={row} />
      )}
    </div>
  )
}
