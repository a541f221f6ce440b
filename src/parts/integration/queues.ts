import { choice, instant, integer, longtext, many, ref, text } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'
import { conversationKinds, integrationNames, logOutcomes, queueStates } from '#parts/integration/integration.ts'

const done = { writable: false } as const

/** What goes out to other systems, tried until it arrives. What it carries is told by calls of its own, to who may read it. */
export const integrationQueues = resource({
  path: 'integration-queues',
  text: { one: 'item da fila de integração', many: 'itens da fila de integração', gender: 'm' },
  fields: {
    name: text('O que vai', { ...done, required: true, max: 255 }),
    integration: choice(integrationNames, 'Integração', { ...done, required: true }),
    kind: choice(conversationKinds, 'Tipo', { ...done, required: true, default: 'envio' }),
    state: choice(queueStates, 'Situação', { ...done, required: true, default: 'pendente' }),
    attempts: integer('Tentativas', { ...done, required: true, default: 0, min: 0 }),
    next_attempt_at: instant('Próxima tentativa', done),
    ended_at: instant('Terminou em', done),
    error: longtext('O que houve', { ...done, max: 1_000 }),
    about: text('Sobre', { ...done, max: 255 }),
    about_path: text('Endereço do assunto', { ...done, max: 255 }),
    client: ref('clients', 'Cliente', done),
    empresa: ref('empresas', 'Empresa', done),
    user: ref('users', 'Causado por', { ...done, told: true }),
    request: text('Código do pedido', { ...done, max: 60 }),
    logs: many(
      {
        at: instant('Quando', done),
        attempt: integer('Tentativa', done),
        outcome: choice(logOutcomes, 'Resultado', done),
        method: text('Método', { ...done, max: 10 }),
        host: text('Servidor', { ...done, max: 255 }),
        path: text('Caminho', { ...done, max: 500 }),
        status: integer('Resposta', { ...done, plain: true }),
        ms: integer('Milissegundos', done),
        message: text('O que houve', { ...done, max: 1_000 }),
      },
      'Registro',
      done,
    ),
  },
  list: {
    columns: ['name', 'integration', 'state', 'error', 'client', 'ended_at'],
    sort: '-created_at',
    search: ['name', 'about', 'error'],
    besides: ['kind', 'about_path', 'next_attempt_at'],
  },
  form: [
    { title: 'O que vai', fields: ['name', 'integration', 'kind', 'about', 'client', 'empresa'] },
    { title: 'Andamento', fields: ['state', 'attempts', 'next_attempt_at', 'ended_at', 'user', 'request', 'error'] },
    { title: 'Registro', fields: ['logs'] },
  ],
  scope: 'empresa',
  verbs: ['index', 'show', 'destroy', 'enable', 'disable'],
  actions: {
    cancelar: {
      label: 'Cancelar',
      confirm: 'Não será enviado. Depois, “Tentar de novo” o põe de volta na fila.',
      when: ['state', ['pendente']],
    },
    reprocessar: { label: 'Tentar de novo', when: ['state', ['pendente', 'falhou', 'cancelado']] },
  },
})
export type QueueRow = RowOf<typeof integrationQueues>
