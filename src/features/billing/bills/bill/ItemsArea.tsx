import { bills } from '#features/billing/bills/bill/bills.ts'
import { Lines } from '#web/kinds/Lines.tsx'

/** What a bill is made of, where the contract or the order of service names it. */
export function ItemsArea({ items }: { readonly items: unknown }) {
  if (!Array.isArray(items) || items.length === 0)
    return <p className="meta">A conta tem só o seu valor: foi lançada sem itens.</p>
  return <Lines field={bills.fields.items} value={items} />
}
