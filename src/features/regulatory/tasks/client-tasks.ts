import { choice, date, flag, instant, longtext, lineList, ref, text, readOnly } from '#kernel/field.ts'
import { responsible, responsibleRead } from '#parts/person/person.ts'
import { resource, type ListedOf, type RowOf } from '#kernel/resource.ts'

/** What was found of an item of a checklist; nobody looked until somebody says so. */
export const checks = {
  'nao-consultado': { name: 'Não consultado', tone: 'neutro' },
  'em-dia': { name: 'Em dia', tone: 'ok' },
  pendente: { name: 'Pendente', tone: 'erro' },
  'nao-se-aplica': { name: 'Não se aplica', tone: 'neutro' },
} as const
export type ItemState = keyof typeof checks
const checkNames = {
  'nao-consultado': checks['nao-consultado'].name,
  'em-dia': checks['em-dia'].name,
  pendente: checks.pendente.name,
  'nao-se-aplica': checks['nao-se-aplica'].name,
} as const

/** What one is called where its client is named beside it. */
export const taskText = { one: 'tarefa', many: 'tarefas', gender: 'f' } as const

const house = { internal: true } as const

const item = {
  name: text('Item', { required: true, max: 160 }),
  link: text('Endereço', { format: 'url', max: 500 }),
  status: choice(checkNames, 'Situação', { required: true, default: 'nao-consultado' }),
  note: text('Anotação', { max: 250 }),
  /** The day its state was last recorded. */
  checked_on: date('Conferido em', readOnly),
  user: ref('users', 'Por', { told: true, ...readOnly }),
}

/**
 * A task of one client. One that follows an obligation does not store whether it was done: that is read where the obligation
 * records it (`done.server.ts`).
 */
export const clientTasks = resource({
  path: 'client-tarefas',
  text: { one: 'tarefa de cliente', many: 'tarefas de clientes', gender: 'f' },
  fields: {
    name: text('Tarefa', { required: true, max: 200 }),
    client: ref('clients', 'Cliente', { required: true, retired: true }),
    /** The last day, shown large wherever the task is: the legal one, or the office's own where no other is known. The table fills it. */
    last_on: date('Prazo', { ...readOnly, required: true }),
    /** Until when the office wants it. */
    due_on: date('Prazo da casa', { required: true, hint: 'Sem prazo legal, é o prazo da tarefa' }),
    done: flag('Feita', { ...readOnly, derived: true }),
    responsible: responsible('Responsável por esta tarefa', 'Vazio: quem cuida do cliente'),
    /** The person responsible: its own, or the client's. */
    answered_by: responsibleRead(),
    /** The template it comes from; none of what was written by hand. */
    tarefa: ref('tarefas', 'Modelo', { ...readOnly, told: true }),
    /** What it speaks of, by its template's calendar; its key beside the template. */
    period: text('Referência', { ...readOnly, max: 10 }),
    obligation: text('Obrigação', { ...readOnly, max: 60 }),
    opens_on: date('Abre em'),
    legal_on: date('Prazo legal'),
    process: text('Processo', { ...house, max: 40, hint: 'O número no SEI, ou em outro órgão' }),
    link: text('Endereço', { ...house, format: 'url', max: 500 }),
    observation: longtext('Observação', { ...house, max: 5_000 }),
    items: lineList(item, 'Lista de conferência', { ...house, max: 40, one: 'item' }),
    /** When and by whom, wherever that is recorded. */
    settled_on: date('Feita em', { ...readOnly, derived: true }),
    settled_by: text('Feita por', { ...readOnly, ...house, derived: true }),
    /** Of one that follows no obligation. */
    done_on: date('Concluída em', { ...readOnly, ...house }),
    done_user: ref('users', 'Concluída por', { ...readOnly, ...house, told: true }),
    done_note: longtext('O que foi feito', { ...readOnly, ...house, max: 1_000 }),
    reopened_on: date('Reaberta em', { ...readOnly, ...house }),
    reopened_user: ref('users', 'Reaberta por', { ...readOnly, ...house, told: true }),
    reopened_why: longtext('Por que foi reaberta', { ...readOnly, ...house, max: 1_000 }),
    /** Automatic look-up for the checklist: when it last succeeded, or why it failed. */
    asked_at: instant('Consultada em', { ...readOnly, ...house }),
    asked_error: text('Falha da consulta', { ...readOnly, ...house, max: 500 }),
  },
  list: {
    columns: ['name', 'client', 'last_on', 'answered_by', 'done'],
    sort: 'last_on',
    search: ['name', 'client'],
    besides: ['due_on', 'obligation'],
  },
  form: [
    { fields: ['name', 'client', 'due_on', 'legal_on', 'opens_on', 'responsible'] },
    { title: 'Andamento', fields: ['items', 'process', 'link', 'observation'] },
  ],
  scope: 'client',
  locked: [
    {
      when: ['done', true],
      why: 'A tarefa está feita: reabra antes de alterar.',
      by: ['done_on', 'done_user_id', 'done_note', 'reopened_on', 'reopened_user_id', 'reopened_why'],
    },
  ],
})

export type ClientTask = RowOf<typeof clientTasks>
export type ListedTask = ListedOf<typeof clientTasks>
