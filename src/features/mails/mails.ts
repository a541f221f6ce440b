import { choice, instant, integer, longtext, many, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { mailKinds, mailStates } from '#parts/outbox/outbox.ts'

const done = { writable: false } as const

/** What the house writes to people: laid here with what causes it, sent by itself, and told until it goes or is refused. */
export const mails = resource({
  path: 'mails',
  text: { one: 'e-mail', many: 'e-mails', gender: 'm' },
  fields: {
    subject: text('Assunto', { ...done, required: true, max: 255 }),
    recipient: text('Para', { ...done, required: true, max: 254, personal: true }),
    kind: choice(mailKinds, 'Tipo', { ...done, required: true }),
    state: choice(mailStates, 'Situação', { ...done, required: true, default: 'aguardando' }),
    tries: integer('Tentativas', { ...done, required: true, default: 0 }),
    next_at: instant('Próxima tentativa', done),
    sent_at: instant('Enviado em', done),
    error: longtext('O que houve', { ...done, max: 1_000 }),
    about: text('Sobre', { ...done, max: 255 }),
    about_path: text('Endereço do assunto', { ...done, max: 255 }),
    person: ref('users', 'Usuário que recebe', done),
    client: ref('clients', 'Cliente', done),
    empresa: ref('empresas', 'Empresa', done),
    user: ref('users', 'Causado por', done),
    request: text('Código do pedido', { ...done, max: 60 }),
    message_id: text('Message-ID', { ...done, required: true, max: 255 }),
    attempts: many(
      {
        at: instant('Quando', { ...done, required: true }),
        outcome: choice(mailStates, 'Resultado', { ...done, required: true }),
        message: text('O que houve', { ...done, max: 1_000 }),
      },
      'Tentativas',
      done,
    ),
  },
  list: {
    columns: ['subject', 'recipient', 'kind', 'state', 'sent_at', 'error'],
    sort: '-created_at',
    search: ['subject', 'recipient', 'about'],
    besides: ['state'],
  },
  form: [
    { title: 'Mensagem', fields: ['recipient', 'subject', 'kind', 'about', 'client', 'person', 'empresa'] },
    { title: 'Envio', fields: ['state', 'tries', 'next_at', 'sent_at', 'user', 'request', 'message_id', 'error'] },
    { title: 'Tentativas', fields: ['attempts'] },
  ],
  scope: 'empresa',
  verbs: ['index', 'show'],
  actions: {
    reenviar: {
      label: 'Enviar de novo',
      when: ['state', ['aguardando', 'enviado', 'recusado', 'desistiu', 'dispensado']],
    },
  },
})
