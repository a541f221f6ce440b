import { choice, flag, integer, longtext, ref, text } from '#kernel/field.ts'
import { resource, type ListedOf } from '#kernel/resource.ts'
import { priorities } from '#features/support/tickets/ticket/tickets.ts'

/** Transitions of a ticket that go along with a message, by their actions. */
export const turns = { aguardar: 'Aguardar cliente', retomar: 'Retomar', finalizar: 'Finalizar' } as const
export type TicketTurn = keyof typeof turns

/** Words and changes that go together again and again. */
export const ticketMacros = resource({
  path: 'ticket-macros',
  text: { one: 'macro', many: 'macros', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    kind: choice({ resposta: 'Resposta ao cliente', nota: 'Nota interna' }, 'O texto é', {
      required: true,
      default: 'resposta',
    }),
    content: longtext('Texto', { max: 5_000, hint: 'Fica no rascunho, para ler antes de enviar' }),
    turn: choice(turns, 'Status'),
    mine: flag('Assumir', { hint: 'O responsável passa a ser quem aplica' }),
    team: ref('ticket-teams', 'Equipe'),
    priority: choice(priorities, 'Prioridade'),
    type: ref('ticket-types', 'Tipo'),
    remind_in: integer('Lembrar em (dias)', { min: 1, max: 365 }),
  },
  list: { columns: ['name', 'kind', 'content', 'turn', 'mine', 'team'], sort: 'name', search: ['name', 'content'] },
  form: [
    { fields: ['name', 'kind', 'content'] },
    { title: 'O que muda', fields: ['turn', 'priority', 'team', 'type', 'remind_in', 'mine'] },
  ],
  scope: 'everyone',
})

export type TicketMacro = ListedOf<typeof ticketMacros>
