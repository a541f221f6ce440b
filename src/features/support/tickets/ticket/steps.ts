import { flag, instant, ref, text, readOnly } from '#kernel/field.ts'
import { resource, type ListedOf } from '#kernel/resource.ts'

/** What is to be done in a ticket, among colleagues: one with a mandatory step open is not finished. */
export const ticketSteps = resource({
  path: 'ticket-steps',
  text: { one: 'passo de chamado', many: 'passos de chamados', gender: 'm' },
  fields: {
    name: text('Passo', { required: true, max: 200 }),
    ticket: ref('tickets', 'Chamado', { required: true }),
    required: flag('Obrigatório', { hint: 'Sem ele o chamado não é finalizado' }),
    done: flag('Feito', readOnly),
    done_user: ref('users', 'Feito por', { ...readOnly, told: true }),
    done_at: instant('Feito em', readOnly),
  },
  list: {
    columns: ['name', 'ticket', 'required', 'done', 'done_user', 'done_at'],
    sort: 'created_at',
    search: ['name'],
  },
  form: [{ fields: ['ticket', 'name', 'required'] }],
  scope: 'ticket',
  actions: {
    concluir: { label: 'Concluir', when: ['done', false] },
    reabrir: { label: 'Reabrir', when: ['done', true] },
  },
})

export type TicketStep = ListedOf<typeof ticketSteps>
/** Steps of one ticket. */
export const mostSteps = 50
