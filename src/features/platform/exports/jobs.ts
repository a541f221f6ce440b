import { choice, instant, integer, longtext, ref, text, readOnly } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { going } from '#parts/progress/progress.ts'

export const jobStates = {
  'na-fila': 'Na fila',
  processando: 'Processando',
  concluido: 'Concluído',
  falhou: 'Falhou',
  cancelado: 'Cancelado',
} as const
/** How a job goes, and whose it is. */
export const progress = {
  state: choice(jobStates, 'Situação', { ...readOnly, required: true, default: 'na-fila' }),
  rows_done: integer('Linhas feitas', { ...readOnly, min: 0 }),
  rows_total: integer('Linhas ao todo', { ...readOnly, min: 0 }),
  empresa: ref('empresas', 'Empresa', { hint: 'Quem a vê; vazio: quem vê todas as empresas' }),
  user: ref('users', 'Pedido por', { ...readOnly, told: true }),
  finished_at: instant('Terminou em', readOnly),
  error: longtext('O que houve', { ...readOnly, max: 2_000 }),
}

/** States in which it ended without a result. */
const stopped = ['falhou', 'cancelado'] as const
/** Actions on a running or stopped job. `after`: what becomes of its work so far, in the confirmation. */
export const jobVerbs = (after: string) =>
  ({
    cancelar: { label: 'Cancelar', confirm: after, when: ['state', going] },
    'tentar-de-novo': { label: 'Tentar de novo', when: ['state', stopped] },
  }) as const

/** Lists exported as files, stored for later download. */
export const exports = resource({
  path: 'exports',
  text: { one: 'exportação', many: 'exportações', gender: 'f' },
  fields: {
    name: text('Nome', { required: true, max: 120 }),
    resource: text('Seção', { required: true, max: 60, hint: 'O endereço da lista, como clients' }),
    format: choice({ xlsx: 'Planilha do Excel', csv: 'CSV' }, 'Formato', { required: true, default: 'xlsx' }),
    query: longtext('Busca e filtros', {
      max: 8_000,
      hint: 'Como no endereço da lista: search=fibra&sort=name&columns=name',
    }),
    kind: choice({ lista: 'Lista', mes: 'Arquivos do mês', boletos: 'Boletos' }, 'O que é', {
      ...readOnly,
      required: true,
      default: 'lista',
    }),
    ...progress,
    file: text('Arquivo', { ...readOnly, max: 160 }),
    size: integer('Tamanho (bytes)', { ...readOnly, min: 0 }),
    sha256: text('SHA-256 do arquivo', { ...readOnly, max: 64 }),
    file_note: text('Por que não há arquivo guardado', { ...readOnly, max: 200 }),
  },
  list: {
    columns: ['name', 'resource', 'format', 'state', 'rows_done', 'user'],
    sort: '-created_at',
    search: ['name'],
    besides: ['state', 'rows_done', 'rows_total'],
  },
  form: [
    { fields: ['name', 'resource', 'format', 'query', 'empresa'] },
    { title: 'Andamento', fields: ['state', 'rows_done', 'rows_total', 'user', 'finished_at', 'error'] },
    { title: 'Arquivo', fields: ['kind', 'file', 'size', 'sha256', 'file_note'] },
  ],
  scope: 'empresa',
  actions: jobVerbs('A exportação para, sem arquivo. Tentar de novo recomeça do início.'),
})
