import { Button, Group, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bills } from '#features/bills/bills.ts'
import { serviceInvoices } from '#features/invoices/invoices.ts'
import type { PieceEnd } from '#features/order-services/end.ts'
import { orderServices } from '#features/order-services/orders.ts'
import { messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
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
  const queries = useQueryClient()
  const url = `/${orderServices.path}/${order.uuid}`
  const look = useQuery({
    queryKey: [orderServices.path, 'end', order.uuid],
    gcTime: 0,
    queryFn: ({ signal }) => api.get<{ data: readonly PieceEnd[] }>(`${url}/cancelamento`, { signal, quiet: true }),
  })
  const cancelling = useMutation({
    mutationFn: (told: readonly PieceEnd[]) => {
      const ends = told.filter(each => each.ends).map(({ piece }) => piece)
      return api.put<{ message: string }>(`${url}/cancelar`, { ends }, { quiet: true })
    },
    onError: () => void look.refetch(),
    onSuccess: async ({ message }) => {
      toast(message)
      onClose()
      const told = [orderServices, bills, serviceInvoices]
      await Promise.all(told.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    },
  })
  const end = look.data?.data
  return (
    <Modal opened onClose={onClose} title={`Cancelar a ${order.name}?`} closeButtonProps={{ 'aria-label': 'Fechar' }}>
      {look.error && !end ? (
        <ErrorState error={look.error} onRetry={() => void look.refetch()} />
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
        <Skeletons waiting={look.isPending} lines={4} />
      )}
    </Modal>
  )
}
