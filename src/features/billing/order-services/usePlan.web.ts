import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { previewOrder } from '#features/billing/order-services/api.ts'
import { orderSketch } from '#features/billing/order-services/orders.ts'
import { answerOptions, sendCall } from '#web/call.ts'
import { fetchDelay } from '#web/constants.ts'
import { sentOf, type Values } from '#web/form/draft.ts'
import { refusalsOf } from '#web/form/useForm.ts'

/** What would come of an order as it is typed so far; what is no value yet is left out. */
export function usePlan(client: number | null, values: Values) {
  const [typed] = useDebouncedValue(JSON.stringify(sentOf(orderSketch.fields, values)), fetchDelay)
  const sent: Values = JSON.parse(typed)
  const id = client ?? 0
  return useQuery({
    ...answerOptions(previewOrder, { id, body: sent }, { enabled: client !== null, keepsPrevious: true, gcTime: 0 }),
    queryFn: async ({ signal }) => {
      const wrong = await refusalsOf(orderSketch.fields, { before: {}, values: sent }, false)
      const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in wrong)))
      return sendCall(previewOrder, { id, body }, { signal, quiet: true })
    },
    select: ({ data }) => data,
  })
}
