import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { newOrder, orderServices } from '#features/billing/order-services/orders.ts'
import { seenBy } from '#web/form/draft.ts'
import { useSave } from '#web/form/useSave.ts'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { forgetDirty } from '#web/ui/leave.ts'

/** Issues what a form says, below its client, and leads to it: once, however often the button is pressed. */
export function useOrder(form: Form) {
  const go = useNavigate()
  const queries = useQueryClient()
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
    await Promise.all([orderServices, bills].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    await go({ to: `/${orderServices.path}/${row.uuid}` })
  }
  return { saving, issue }
}
