import { showDate, showMoney } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { added, cents, netCents, type BillAmounts } from '#features/billing/bills/bill/standing.ts'

/**
 * Cents of a bill that are the price of its service, as its note states it (LC 116/2003, art. 7º). An unconditional discount lowers the
 * price; one for paying up to a day does not. Fine, interest, the bank's tariff and costs of court are not the service.
 */
export const serviceCents = ({ value, discount, discount_until }: BillAmounts) =>
  netCents({ value: value ?? null, discount: discount ?? null, discount_until: discount_until ?? null })

const addedNames: Readonly<Record<(typeof added)[number], string>> = {
  fees: 'juros e multa',
  tariff: 'tarifa',
  traffic_ticket: 'custas',
}

/** What a note takes of its bill and what it leaves out, a sentence each; none where the note is of the bill's whole value. */
export function serviceValueInWords(bill: BillAmounts): readonly string[] {
  const discount = cents(bill.discount)
  const outside = added.filter(name => cents(bill[name]) > 0)
  const show = (amount: number) => showMoney(amount / 100)
  return [
    ...(discount > 0 && !bill.discount_until
      ? [`A nota é de ${show(serviceCents(bill))}: o desconto de ${show(discount)} já está abatido.`]
      : []),
    ...(discount > 0 && bill.discount_until
      ? [
          `O desconto de ${show(discount)}, só para quem paga até ${showDate(bill.discount_until)}, não diminui o valor da nota.`,
        ]
      : []),
    ...(outside.length
      ? [
          `Não são preço do serviço, e ficam fora da nota: ${join(outside.map(name => `${addedNames[name]} de ${show(cents(bill[name]))}`))}.`,
        ]
      : []),
  ]
}
