import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { asaasEmitter } from '#features/billing/invoices/asaas.server.ts'
import { asaasHook } from '#features/billing/invoices/asaas-hook.server.ts'
import { credentialOperations } from '#features/billing/invoices/credentials.server.ts'
import {
  certificateChore,
  certificateNotice,
  certificatesHealth,
  certificatesMetric,
} from '#features/billing/invoices/ending.server.ts'
import { fileOperations } from '#features/billing/invoices/files.server.ts'
import { layInvoice } from '#features/billing/invoices/issue.server.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { issuingOperations } from '#features/billing/invoices/issuing.server.ts'
import { localEmitter } from '#features/billing/invoices/local.server.ts'
import { nationalEmitter } from '#features/billing/invoices/national.server.ts'
import { hurryItem } from '#parts/integration/hurry.server.ts'
import { record } from '#server/audit.ts'
import { extend } from '#server/extend.ts'

const extension = extend(serviceInvoices, {
  /** People of a client see what there is of theirs, and nothing that is still being made. */
  visible: ({ user, alias, declared }) =>
    isStaff(user) ? declared : sql`(${declared} and ${sql.ref(`${alias}.nfse_number`)} is not null)`,
  derived: {
    name: alias =>
      `(case when ${alias}.nfse_number is not null then 'NFS-e ' || ${alias}.nfse_number else 'DPS ' || ${alias}.series || '/' || ${alias}.number end)`,
  },
  operations: [...issuingOperations, ...fileOperations, ...credentialOperations, asaasHook],
  actions: {
    reenviar: async (row, ctx) => {
      const item = await layInvoice(ctx, row, row.state === 'cancelando' ? 'cancelar' : 'emitir')
      await record(ctx, serviceInvoices, row.id, 'reenviar', {})
      if (!item.laid && !(await hurryItem(ctx, item)))
        throw problem('conflict', 'A nota está na fila, e é enviada sozinha em instantes.')
      return row
    },
  },
})

export const invoicesOnServer: ServerFeature = {
  extensions: [extension],
  integrations: [localEmitter, nationalEmitter, asaasEmitter],
  notices: [certificateNotice],
  chores: [certificateChore],
  metrics: [certificatesMetric],
  health: [certificatesHealth],
}
