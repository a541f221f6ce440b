import { choice, instant, integer, longtext, lineList, ref, text, readOnly } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { mailKinds, mailStates } from '#parts/outbox/outbox.ts'

/** Outgoing mails: each is stored in the transaction that causes it and sent in the background, and shows its state. */
export const mails = resource({
  path: 'mails',
  text: { one: 'e-mail', many: 'e-mails', gender: 'm' },
  fields: {
    subject: text('Assunto', { ...readOnly, required: true, max: 255 }),
    recipient: text('Para', { ...readOnly, required: true, max: 254, personal: true }),
    kind: choice(mailKinds, 'Tipo', { ...readOnly, required: true }),
    state: choice(mailStates, 'Situação', { ...readOnly, required: true, default: 'aguardando' }),
    tries: integer('Tentativas', { ...readOnly, required: true, default: 0 }),
    next_at: instant('Próxima tentativa', readOnly),
    sent_at: instant('Enviado em', readOnly),
    error: longtext('O que houve', { ...readOnly, max: 1_000 }),
    about: text('Sobre', { ...readOnly, max: 255 }),
    about_path: text('Endereço do assunto', { ...readOnly, max: 255 }),
    person: ref('users', 'Usuário que recebe', readOnly),
    client: ref('clients', 'Cliente', readOnly),
    empresa: ref('empresas', 'Empresa', readOnly),
    user: ref('users', 'Causado por', readOnly),
    request: text('Código do pedido', { ...readOnly, max: 60 }),
    message_id: text('Message-ID', { ...readOnly, required: true, max: 255 }),
    attempts: lineList(
      {
        at: instant('Quando', { ...readOnly, required: true }),
        outcome: choice(mailStates, 'Resultado', { ...readOnly, required: true }),
        message: text('O que houve', { ...readOnly, max: 1_000 }),
      },
      'Tentativas',
      readOnly,
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
