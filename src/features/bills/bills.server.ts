import { bills } from '#features/bills/bills.ts'
import { extend } from '#server/extend.ts'

const now = () => new Date().toISOString()

export const billsOnServer = extend(bills, {
  actions: {
    baixar: ({ id }, ctx) =>
      ctx.rows(bills).update(id, { downloaded: true, downloaded_at: now() }, undefined, 'baixar'),
    cancelar: ({ id }, ctx) =>
      ctx.rows(bills).update(id, { called_off: true, called_off_at: now() }, undefined, 'cancelar'),
    reabrir: ({ id }, ctx) => {
      const open = { downloaded: false, downloaded_at: null, called_off: false, called_off_at: null }
      return ctx.rows(bills).update(id, open, undefined, 'reabrir')
    },
  },
})
