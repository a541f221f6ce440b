import { date, percent, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** What a late payment costs, from a day on: of a bill it is what stood on the day it fell due. */
export const lateCharges = resource({
  path: 'late-charges',
  text: { one: 'encargo por atraso', many: 'encargos por atraso', gender: 'm' },
  fields: {
    name: text('Encargos', { writable: false, derived: true }),
    since: date('Vale para vencimentos desde', { required: true, unique: true }),
    fine: percent('Multa (%)', { required: true, hint: 'Uma vez, do dia seguinte ao vencimento em diante' }),
    interest: percent('Juros ao mês (%)', { required: true, hint: 'Por dia de atraso: o mês tem 30 dias' }),
  },
  list: { columns: ['name', 'since', 'fine', 'interest'], sort: '-since' },
  form: [{ fields: ['since', 'fine', 'interest'] }],
  scope: 'everyone',
})
