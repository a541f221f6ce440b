import { dpsXml } from '#features/billing/invoices/dps/dps.ts'
import { layoutOn } from '#features/billing/invoices/dps/layouts.ts'
import { itemGiven, xmlOf } from '#features/billing/invoices/item.server.ts'
import { beginSending, noteCancelled, noteIssued } from '#features/billing/invoices/outcome.server.ts'
import { fieldLabels } from '#features/billing/invoices/dps/mapped.ts'
import { mappingSections } from '#features/billing/invoices/mapped.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'

/** Our own emitter numbers, stores and draws notes without fiscal value, and calls nobody. */
export const localEmitter: Integration = {
  key: 'nfse-local',
  lacking: () => null,
  fields: fieldLabels('local'),
  sections: mappingSections,
  hosts: () => [],
  send: async (item, _talk, at) => {
    const { invoice, act } = await itemGiven(at.sql, item)
    if (act === 'cancelar') return noteCancelled(at, invoice, await xmlOf(at, invoice.id))
    await beginSending(at, invoice)
    const { dps } = invoice
    return noteIssued(at, invoice, {
      number: String(invoice.number),
      accessKey: null,
      authorizedAt: new Date().toISOString(),
      xml: `<?xml version="1.0" encoding="UTF-8"?>${dpsXml(dps, layoutOn(dps.competence))}`,
    })
  },
}
