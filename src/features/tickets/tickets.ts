import { instant, longtext, many, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { fileFields } from '#parts/file/file.ts'
import { writtenBy } from '#parts/note/note.ts'

/** What somebody asks of the house, and the conversation until it is settled. */
export const tickets = resource({
  path: 'tickets',
  text: { one: 'chamado', many: 'chamados', gender: 'm' },
  fields: {
    name: text('Título', { required: true, max: 160 }),
    client: ref('clients', 'Cliente', { required: true }),
    module: ref('module-tickets', 'Módulo', { required: true }),
    type: ref('ticket-types', 'Tipo', { required: true }),
    status: ref('statuses', 'Status', {
      writable: false,
      among: { model: 'Ticket' },
      tones: { 'Em aberto': 'info', Finalizado: 'ok' },
    }),
    opened_user: ref('users', 'Aberto por', { writable: false, told: true }),
    closed_user: ref('users', 'Fechado por', { writable: false, told: true }),
    /** Until when the team answers for the first time, as the module's configuration says; none once it did, or where it says nothing. */
    reply_by: instant('Responder até', { writable: false, derived: true, internal: true }),
  },
  list: {
    columns: ['name', 'client', 'status', 'module', 'type', 'opened_user', 'closed_user'],
    sort: '-created_at',
    search: ['name', 'client'],
  },
  form: [{ fields: ['name', 'client', 'module', 'type'] }],
  scope: 'client',
  locked: [['status', 'Finalizado']],
  actions: {
    finalizar: {
      label: 'Finalizar',
      confirm: 'Sai dos chamados em aberto, e não muda mais até que alguém use Reabrir.',
      when: ['status', 'Em aberto'],
    },
    reabrir: {
      label: 'Reabrir',
      confirm: 'Volta aos chamados em aberto, e pode mudar outra vez.',
      when: ['status', 'Finalizado'],
    },
  },
})

/** What was said in a ticket; `parent` is the message it answers. */
export const ticketMessages = resource({
  path: 'ticket-messages',
  text: { one: 'mensagem', many: 'mensagens', gender: 'f' },
  fields: {
    content: longtext('Mensagem', { required: true, max: 10_000 }),
    ticket: ref('tickets', 'Chamado', { required: true }),
    parent: ref('ticket-messages', 'Em resposta a'),
    user: writtenBy,
    /** The messages that answer it. */
    reply: many(
      {
        content: longtext('Mensagem', { required: true }),
        user: ref('users', 'Escrita por', { told: true }),
        created_at: instant('Escrita em', { required: true }),
      },
      'Respostas',
      { writable: false, mirrored: true },
    ),
    /** Rows of `ticket-uploads`. */
    uploads: many({ name: fileFields.name, ext: fileFields.ext, size: fileFields.size }, 'Arquivos', {
      writable: false,
      mirrored: true,
    }),
  },
  list: { columns: ['content', 'ticket', 'user'], sort: 'created_at', search: ['content'] },
  form: [{ fields: ['ticket', 'parent', 'content'] }],
  scope: 'ticket',
})

/** What was sent along with a message. */
export const ticketUploads = resource({
  path: 'ticket-uploads',
  text: { one: 'anexo', many: 'anexos', gender: 'm' },
  fields: {
    ...fileFields,
    ticket: ref('tickets', 'Chamado', { required: true, writable: false }),
    message: ref('ticket-messages', 'Mensagem', { required: true, writable: false }),
  },
  list: { columns: ['name', 'ticket', 'size', 'user'], sort: 'created_at', search: ['name', 'ticket'] },
  form: [{ fields: ['name'] }],
  scope: 'ticket',
  verbs: ['index', 'show', 'destroy'],
})
