import { choice, instant, integer, longtext, lineList, ref, text, readOnly } from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'
import { conversationKinds, integrationNames, logOutcomes, queueStates } from '#parts/integration/integration.ts'

/** Items for other systems are retried until they arrive. Calls of their own answer payloads, to users who may read them. */
export const integrationQueues = resource({
  path: 'integration-queues',
  text: { one: 'item da fila de integração', many: 'itens da fila de integração', gender: 'm' },
  fields: {
    name: text('O que vai', { ...readOnly, required: true, max: 255 }),
    integration: choice(integrationNames, 'Integração', { ...readOnly, required: true }),
    kind: choice(conversationKinds, 'Tipo', { ...readOnly, required: true, default: 'envio' }),
    state: choice(queueStates, 'Situação', { ...readOnly, required: true, default: 'pendente' }),
    attempts: integer('Tentativas', { ...readOnly, required: true, default: 0, min: 0 }),
    next_attempt_at: instant('Próxima tentativa', readOnly),
    ended_at: instant('Terminou em', readOnly),
    error: longtext('O que houve', { ...readOnly, max: 1_000 }),
    about: text('Sobre', { ...readOnly, max: 255 }),
    about_path: text('Endereço do assunto', { ...readOnly, max: 255 }),
    client: ref('clients', 'Cliente', readOnly),
    empresa: ref('empresas', 'Empresa', readOnly),
    user: ref('users', 'Causado por', { ...readOnly, told: true }),
    endpoint: ref('webhook-endpoints', 'Webhook', readOnly),
    request: text('Código do pedido', { ...readOnly, max: 60 }),
    logs: lineList(
      {
        at: instant('Quando', readOnly),
        attempt: integer('Tentativa', readOnly),
        outcome: choice(logOutcomes, 'Resultado', readOnly),
        method: text('Método', { ...readOnly, max: 10 }),
        host: text('Servidor', { ...readOnly, max: 255 }),
        path: text('Caminho', { ...readOnly, max: 500 }),
        status: integer('Resposta', { ...readOnly, plain: true }),
        ms: integer('Milissegundos', readOnly),
        message: text('O que houve', { ...readOnly, max: 1_000 }),
        answer: longtext('O que respondeu', { ...readOnly, max: 2_000 }),
      },
      'Registro',
      readOnly,
    ),
  },
  list: {
    columns: ['name', 'integration', 'state', 'error', 'client', 'ended_at'],
    sort: '-created_at',
    search: ['name', 'about', 'error'],
    besides: ['kind', 'about_path', 'next_attempt_at'],
  },
  form: [
    { title: 'O que vai', fields: ['name', 'integration', 'kind', 'about', 'client', 'empresa', 'endpoint'] },
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
