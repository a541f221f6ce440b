import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cancelOrder, previewCancel, type PieceEnd } from '#features/billing/order-services/api.ts'
import { messageOf } from '#web/api-error.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly order: { readonly uuid: string; readonly name: string }
  readonly onClose: () => void
}

/** What becomes of each of the three, and the button that does it. */
export function CancelOrder({ order, onClose }: Props) {
  const preview = useAnswer(previewCancel, { id: order.uuid }, { gcTime: 0 })
  const { send } = useCall(cancelOrder)
  const cancelling = useMutation({
    mutationFn: (pieces: readonly PieceEnd[]) => {
      const ends = pieces.filter(each => each.ends).map(({ piece }) => piece)
      return send({ id: order.uuid, body: { ends } }, { quiet: true })
    },
    onError: () => void preview.refetch(),
    onSuccess: ({ message }) => {
      toast(message)
      onClose()
    },
  })
  const end = preview.data?.data
  return (
    <Dialog opened onClose={onClose} title={`Cancelar a ${order.name}?`}>
      {preview.error && !end ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : end ? (
        <>
          <p>A ordem fica registrada como cancelada. O que acontece com o que saiu dela:</p>
          <List>
            {end.map(({ piece, text, link }) => (
              <li key={piece}>
                <div>
                  {text} {link && <Link to={link.path}>{link.label}</Link>}
                </div>
              </li>
            ))}
          </List>
          {!end.length && <p>Nada saiu dela: só a ordem muda.</p>}
          {cancelling.error && (
            <p role="alert" className="wrong">
              {messageOf(cancelling.error)}
            </p>
          )}
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={onClose}>
              Manter a ordem
            </Button>
            <BusyButton
              color="danger"
              busy={cancelling.isPending}
              doing="Cancelando…"
              onClick={() => cancelling.mutate(end)}
            >
              Cancelar ordem
            </BusyButton>
          </Group>
        </>
      ) : (
        <Skeletons waiting={preview.isPending} lines={4} />
      )}
    </Dialog>
  )
}
