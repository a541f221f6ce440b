import { problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { bills } from '#features/bills/bills.ts'
import { extend } from '#server/extend.ts'

const refuseClosed = (row: object) => {
  if (isLocked(bills, row)) throw problem('conflict', 'A conta já foi baixada ou cancelada. Reabra antes.')
}

export const billsOnServer = extend(bills, {
  actions: {
    baixar: (row, ctx) => {
      refuseClosed(row)
      return ctx
        .rows(bills)
        .update(row.id, { downloaded: true, downloaded_at: new Date().toISOString() }, undefined, 'baixar')
    },
    cancelar: (row, ctx) => {
      refuseClosed(row)
      return ctx
        .rows(bills)
        .update(row.id, { called_off: true, called_off_at: new Date().toISOString() }, undefined, 'cancelar')
    },
    reabrir: (row, ctx) => {
      if (!isLocked(bills, row)) throw problem('conflict', 'A conta já está aberta.')
      const open = { downloaded: false, downloaded_at: null, called_off: false, called_off_at: null }
      return ctx.rows(bills).update(row.id, open, undefined, 'reabrir')
    },
  },
})
