import type { RowOf, StoredOf } from '#kernel/resource.ts'
import type { clients } from '#features/clients/clients/clients.ts'
import type { orderSketch } from '#features/billing/order-services/orders.ts'
import type { PlanRefusal } from '#features/billing/order-services/api.ts'

export type OrderClient = Pick<
  RowOf<typeof clients>,
  'id' | 'uuid' | 'name' | 'empresa_responsavel' | 'empresa_responsavel_id'
>
/** The client of an order, and its draft. */
export interface OrderRequest {
  readonly client: OrderClient
  readonly draft: StoredOf<typeof orderSketch>
}

/** One of the three: as people are shown it, and what makes it; or why it is not made. */
export type Piece<T, G> =
  | { readonly made: T; readonly given: G; readonly refusal: null }
  | { readonly made: null; readonly given: null; readonly refusal: PlanRefusal }

export const asMade = <T, G>(made: T, given: G): Piece<T, G> => ({ made, given, refusal: null })
export const refusedPiece = (field: string, text: string, link: PlanRefusal['link'] = null): Piece<never, never> => ({
  made: null,
  given: null,
  refusal: { field, text, link },
})
