import { longtext, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** What is done for clients, each in its time. */
export const tasks = resource({
  path: 'tarefas',
  text: { one: 'tarefa', many: 'tarefas', gender: 'f' },
  fields: {
    nome: text('Nome', { required: true, max: 160 }),
    slug: text('Identificador', { writable: false, max: 180 }),
    descricao: longtext('Descrição', { max: 5_000 }),
  },
  list: { columns: ['nome', 'descricao'], sort: 'nome', search: ['nome', 'descricao'] },
  form: [{ fields: ['nome', 'descricao'] }],
  scope: 'everyone',
})
