import { choice, flag, instant, integer, longtext, ref, text, readOnly } from '#kernel/field.ts'
import { resource, type ListedOf } from '#kernel/resource.ts'

/** What came of a mail: in the order of its way. */
export const incomingStates = {
  recebida: 'A ler',
  bandeja: 'Na bandeja',
  serie: 'Em série',
  mensagem: 'No chamado',
  recusada: 'Recusado',
  devolucao: 'Devolução',
  descartada: 'Descartado',
} as const
export type IncomingState = keyof typeof incomingStates

/** Received mail: it is stored as it came, parsed, and filed or shown to a person. */
export const incomingMails = resource({
  path: 'incoming-mails',
  text: { one: 'e-mail recebido', many: 'e-mails recebidos', gender: 'm' },
  fields: {
    subject: text('Assunto', { ...readOnly, required: true, max: 255 }),
    sender: text('De', { ...readOnly, max: 254, personal: true }),
    sender_name: text('Nome de quem escreveu', { ...readOnly, max: 160, personal: true }),
    recipient: text('Para', { ...readOnly, max: 254 }),
    state: choice(incomingStates, 'Situação', { ...readOnly, required: true, default: 'recebida' }),
    /** Why it waits, or was refused; what a person reads first. */
    why: text('Por quê', { ...readOnly, max: 500 }),
    /** As its sender dates it. */
    sent_at: instant('Enviado em', readOnly),
    size: integer('Tamanho (bytes)', { ...readOnly, required: true }),
    /** The new text; it is empty before the mail is read. */
    body: longtext('Texto', { ...readOnly, max: 100_000 }),
    /** What it quotes, and its signature. */
    quoted: longtext('O que foi citado', { ...readOnly, max: 100_000 }),
    /** Names of what came along, one a line. */
    attached: longtext('Anexos', { ...readOnly, max: 5_000 }),
    /** Whose address it was sent from, where somebody's. */
    person: ref('users', 'Usuário que escreveu', { ...readOnly, told: true }),
    /** Of whom it is, as far as is known. */
    client: ref('clients', 'Cliente', { ...readOnly, retired: true }),
    ticket: ref('tickets', 'Chamado', readOnly),
    /** It opened that ticket. */
    opened: flag('Abriu o chamado', readOnly),
    /** The user who filed or discarded it; none if that was automatic. */
    settler: ref('users', 'Decidido por', { ...readOnly, told: true }),
    settled_at: instant('Decidido em', readOnly),
    empresa: ref('empresas', 'Empresa', readOnly),
    /** Of the first of many from one address, how many it represents, itself included. */
    series: integer('E-mails da série', { ...readOnly, min: 1 }),
    tries: integer('Tentativas de leitura', { ...readOnly, min: 0, default: 0 }),
    /** SHA-256 of the mail as it came; none of one that was too long. */
    sha256: text('Conteúdo', { ...readOnly, secret: true, max: 64 }),
    /** What makes two copies of a mail the same one. */
    print: text('Impressão', { ...readOnly, secret: true, required: true, max: 64 }),
  },
  list: {
    columns: ['subject', 'sender', 'state', 'why', 'client', 'ticket', 'sent_at'],
    sort: '-created_at',
    search: ['subject', 'sender'],
    besides: ['sender_name', 'person', 'settler', 'settled_at', 'opened'],
  },
  form: [
    { fields: ['subject', 'sender', 'sender_name', 'recipient', 'sent_at', 'size', 'body', 'quoted', 'attached'] },
    {
      title: 'O que se fez',
      fields: [
        'state',
        'why',
        'person',
        'client',
        'ticket',
        'opened',
        'settler',
        'settled_at',
        'empresa',
        'series',
        'tries',
      ],
    },
  ],
  scope: 'empresa',
  verbs: ['index', 'show'],
  actions: {
    descartar: {
      label: 'Descartar',
      confirm: 'Sai da bandeja sem virar mensagem. Continua guardado, e pode voltar a ela.',
      when: ['state', 'bandeja'],
    },
    desfazer: {
      label: 'Desfazer',
      confirm: 'A mensagem sai do chamado, e o e-mail volta à bandeja. O chamado que ele abriu é excluído.',
      when: ['state', 'mensagem'],
    },
    'devolver-a-bandeja': {
      label: 'Devolver à bandeja',
      when: ['state', ['recusada', 'descartada', 'devolucao', 'serie']],
    },
  },
})
export type IncomingMail = ListedOf<typeof incomingMails>

/** Bytes of a mail that is read: one with the largest attachment stored, as mail encodes it. */
export const mailLimit = 36 * 1024 * 1024
