import {
  choice,
  date,
  flag,
  instant,
  integer,
  longtext,
  lineList,
  ref,
  text,
  type Tone,
  readOnly,
} from '#kernel/field.ts'
import { resource, type RowOf } from '#kernel/resource.ts'
import { fileFields } from '#parts/file/file.ts'
import { writtenBy } from '#parts/note/note.ts'

/** How soon something is wanted, by the office's judgement. */
export const priorities = { baixa: 'Baixa', normal: 'Normal', alta: 'Alta', urgente: 'Urgente' } as const

/** What a ticket waits for, by the name of its status. */
export const ticketStates = {
  open: 'Em aberto',
  waiting: 'Aguardando cliente',
  settled: 'Finalizado',
} as const
const tones = {
  [ticketStates.open]: 'info',
  [ticketStates.waiting]: 'atencao',
  [ticketStates.settled]: 'ok',
} as const satisfies Readonly<Record<string, Tone>>

const house = { internal: true, told: true } as const

/** A request to the office, and the conversation until it is settled. */
export const tickets = resource({
  path: 'tickets',
  text: { one: 'chamado', many: 'chamados', gender: 'm' },
  fields: {
    name: text('Título', { required: true, max: 160 }),
    /** Its id, as people say it: '#1042'. */
    number: integer('Número', { ...readOnly, derived: true, plain: true }),
    client: ref('clients', 'Cliente', { required: true }),
    module: ref('module-tickets', 'Módulo', { required: true }),
    type: ref('ticket-types', 'Tipo', { required: true }),
    status: ref('statuses', 'Status', { ...readOnly, among: { model: 'Ticket' }, tones }),
    priority: choice(priorities, 'Prioridade', { required: true, default: 'normal', internal: true }),
    owner: ref('people', 'Responsável', { ...house, hint: 'Quem da equipe cuida dele' }),
    team: ref('ticket-teams', 'Equipe', { internal: true }),
    /** Answers go to this client user; set to the opener, if a client. */
    requester: ref('users', 'Solicitante', {
      ...house,
      hint: 'Quem do cliente pediu: vê o chamado e recebe as respostas',
    }),
    station: ref('stations', 'Estação', { retired: true }),
    station_link: ref('station-links', 'Enlace', { retired: true }),
    collect: ref('collects', 'Coleta', { retired: true, carries: { year: integer('Ano'), month: integer('Mês') } }),
    /** The office asks the client about a coleta, which waits until staff end the question. */
    question: flag('Pergunta da coleta', readOnly),
    bill: ref('bills-to-receive', 'Cobrança', { retired: true }),
    document: ref('documents', 'Documento', { retired: true }),
    opened_user: ref('users', 'Aberto por', { ...readOnly, told: true }),
    closed_user: ref('users', 'Fechado por', { ...readOnly, told: true }),
    /** When and by whom the last message visible to all its readers was written. */
    spoken_at: instant('Última mensagem', readOnly),
    spoken_user: ref('users', 'Última mensagem de', { ...readOnly, told: true }),
    /** When the team's answer to the last request is due; none once it was given, or if no hours are configured. */
    reply_by: instant('Responder até', { ...readOnly, internal: true }),
    /** Until this day the ticket leaves the queue; then it returns and notifies its owner. */
    remind_on: date('Lembrar em', { internal: true, hint: 'Até lá sai da fila; nesse dia volta, com aviso' }),
    remind_user: ref('users', 'Lembrete de', { ...readOnly, ...house }),
    /** Steps done of all there are: '3/5'. */
    progress: text('Passos', { ...readOnly, derived: true, internal: true }),
    /** The ticket in which this one goes on. */
    merged: ref('tickets', 'Continua em', readOnly),
    related: lineList({ ticket: ref('tickets', 'Chamado', { required: true, shared: true }) }, 'Relacionados', {
      internal: true,
      max: 30,
      one: 'chamado',
    }),
    /** Those that say this one is related to them. */
    related_by: lineList({ ticket: ref('tickets', 'Chamado', { required: true, shared: true }) }, 'Relacionados por', {
      writable: false,
      mirrored: true,
      internal: true,
    }),
  },
  list: {
    columns: [
      'name',
      'client',
      'status',
      'owner',
      'priority',
      'reply_by',
      'spoken_at',
      'module',
      'type',
      'team',
      'opened_user',
      'closed_user',
    ],
    sort: '-created_at',
    search: ['name', 'number', 'client'],
    besides: ['spoken_user', 'remind_on'],
  },
  form: [
    { fields: ['name', 'client', 'module', 'type'] },
    { title: 'Atendimento', fields: ['owner', 'team', 'priority', 'remind_on', 'requester'] },
    { title: 'De que se trata', fields: ['station', 'station_link', 'collect', 'bill', 'document'] },
    { title: 'Relacionados', fields: ['related'] },
  ],
  scope: 'client',
  locked: [['status', ticketStates.settled]],
  actions: {
    assumir: { label: 'Assumir', when: 'unlocked' },
    aguardar: { label: 'Aguardar cliente', when: ['status', ticketStates.open] },
    retomar: { label: 'Retomar', when: ['status', ticketStates.waiting] },
    finalizar: {
      label: 'Finalizar',
      confirm: 'Sai dos chamados em aberto, e não muda mais até que alguém use Reabrir.',
      when: ['status', [ticketStates.open, ticketStates.waiting]],
    },
    reabrir: {
      label: 'Reabrir',
      confirm: 'Volta aos chamados em aberto, e pode mudar outra vez.',
      when: ['status', ticketStates.settled],
    },
  },
})

export type Ticket = RowOf<typeof tickets>

export const notTheirMessage = 'Só quem escreveu a mensagem pode mudá-la.'
/** A message of a ticket; `parent` is the message it answers. */
export const ticketMessages = resource({
  path: 'ticket-messages',
  text: { one: 'mensagem', many: 'mensagens', gender: 'f' },
  fields: {
    content: longtext('Mensagem', { required: true, max: 10_000 }),
    /** Only staff read a note. It is set when the message is created, and never changes. */
    internal: flag('Nota interna', { internal: true }),
    ticket: ref('tickets', 'Chamado', { required: true }),
    parent: ref('ticket-messages', 'Em resposta a'),
    user: writtenBy,
    /** Of one that came by mail: what it quotes, and how it is signed. */
    quoted: longtext('O que foi citado', { ...readOnly, max: 30_000 }),
    by_mail: flag('Chegou por e-mail', readOnly),
    /** A staff member wrote it. */
    from_team: flag('Da equipe', { ...readOnly, derived: true }),
    closed: flag('Chamado fechado', { ...readOnly, derived: true }),
    /** Colleagues called into the conversation. */
    mentions: lineList({ person: ref('people', 'Pessoa', { required: true, told: true }) }, 'Chama', {
      internal: true,
      max: 20,
      one: 'pessoa',
    }),
    /** The messages that answer it, those everybody reads. */
    reply: lineList(
      {
        content: longtext('Mensagem', { required: true }),
        user: ref('users', 'Escrita por', { told: true }),
        created_at: instant('Escrita em', { required: true }),
      },
      'Respostas',
      { writable: false, mirrored: true },
    ),
    /** Rows of `ticket-uploads`. */
    uploads: lineList({ name: fileFields.name, ext: fileFields.ext, size: fileFields.size }, 'Arquivos', {
      writable: false,
      mirrored: true,
    }),
  },
  list: { columns: ['content', 'ticket', 'user', 'internal'], sort: 'created_at', search: ['content'] },
  form: [{ fields: ['ticket', 'parent', 'internal', 'content', 'mentions'] }],
  scope: 'ticket',
  locked: [
    { author: 'user', why: notTheirMessage },
    { when: ['closed', true], why: 'O chamado está fechado: reabra antes de escrever.' },
  ],
})

export type TicketMessage = RowOf<typeof ticketMessages>

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

/** What is written again and again, with places for what is known of the ticket: `{{ cliente.nome }}`. */
export const textModules = resource({
  path: 'text-modules',
  text: { one: 'texto pronto', many: 'textos prontos', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    shortcut: text('Atalho', { max: 30, format: 'tag', unique: true, hint: 'O que se digita depois de ::' }),
    content: longtext('Texto', { required: true, max: 5_000 }),
  },
  list: { columns: ['name', 'shortcut', 'content'], sort: 'name', search: ['name', 'shortcut', 'content'] },
  form: [{ fields: ['name', 'shortcut', 'content'] }],
  scope: 'everyone',
})
