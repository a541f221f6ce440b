import { useNavigate } from '@tanstack/react-router'
import { createOrder } from '#features/billing/order-services/api.ts'
import { newOrder, orderServices } from '#features/billing/order-services/orders.ts'
import { useRenewal } from '#web/call.ts'
import { seenBy } from '#web/form/draft.ts'
import { useSave } from '#web/form/useSave.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { forgetDirty } from '#web/ui/leave.ts'

/** Issues what a form says, below its client, and leads to it: once, however often the button is pressed. */
export function useOrder(form: Form) {
  const go = useNavigate()
  const renew = useRenewal(createOrder)
  const { client_id } = form.values
  const below = { ...orderServices, path: `clients/${String(client_id)}/${orderServices.path}` }
  const { saving, save } = useSave(below, { ...form, fields: seenBy(useUser(), newOrder).fields })
  async function issue() {
    if (typeof client_id !== 'number') {
      form.refuse({ client_id: ['Escolha o cliente.'] })
      document.getElementById('client_id')?.focus()
      return
    }
    const row = await save()
    if (!row) return
    forgetDirty()
    await renew()
    await go({ to: `/${orderServices.path}/${row.uuid}` })
  }
  return { saving, issue }
}
