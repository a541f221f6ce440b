import { choice, flag, longtext, lineList, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { priorities } from '#features/support/tickets/ticket/tickets.ts'

const house = { internal: true } as const

/** A frequent request, ready to be opened: it fills in empty fields. */
export const ticketTemplates = resource({
  path: 'ticket-templates',
  text: { one: 'modelo de chamado', many: 'modelos de chamado', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 120, hint: 'Como aparece na escolha' }),
    audience: choice({ equipe: 'Só a equipe', todos: 'Equipe e clientes' }, 'Para quem', {
      ...house,
      required: true,
      default: 'equipe',
    }),
    title: text('Título do chamado', { max: 160 }),
    module: ref('module-tickets', 'Módulo'),
    type: ref('ticket-types', 'Tipo'),
    team: ref('ticket-teams', 'Equipe', house),
    priority: choice(priorities, 'Prioridade', house),
    content: longtext('Primeira mensagem', { max: 5_000 }),
    checklist: lineList(
      { name: text('Passo', { required: true, max: 200 }), required: flag('Obrigatório') },
      'Passos',
      {
        ...house,
        max: 30,
        one: 'passo',
      },
    ),
    has_steps: flag('Tem passos', { ...house, writable: false, derived: true }),
  },
  list: { columns: ['name', 'audience', 'title', 'module', 'type', 'team'], sort: 'name', search: ['name', 'title'] },
  form: [
    { fields: ['name', 'audience'] },
    { title: 'O que preenche', fields: ['title', 'module', 'type', 'team', 'priority', 'content'] },
    { title: 'Passos', help: 'Vão para o chamado; só a equipe vê.', fields: ['checklist'] },
  ],
  scope: 'everyone',
})
