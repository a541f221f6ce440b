import { bills } from '#features/bills/bills.ts'
import { Lines } from '#web/kinds/Lines.tsx'

/** What a bill is made of, where the contract told. */
export default function ItemsArea({ items }: { readonly items: unknown }) {
  if (!Array.isArray(items) || items.length === 0)
    return <p className="meta">A conta tem só o seu valor: foi feita à mão, ou antes de se faturar pelos contratos.</p>
  return <Lines field={bills.fields.items} value={items} />
}
