import { date, flag, integer, longtext, ref } from '#kernel/field.ts'
import { lookup, resource } from '#kernel/resource.ts'
import { fileFields } from '#parts/file/file.ts'

export const documentTypes = lookup(
  'document-types',
  { one: 'tipo de documento', many: 'tipos de documento', gender: 'm' },
  {
    required: flag('Exigido de todo cliente'),
    warn_days: integer('Avisar antes de vencer (dias)', { required: true, min: 0, max: 365, default: 30 }),
  },
)

/** A client's papers, each a file with its type and how long it is good for. */
export const documents = resource({
  path: 'documents',
  text: { one: 'documento', many: 'documentos', gender: 'm' },
  fields: {
    ...fileFields,
    client: ref('clients', 'Cliente', { required: true, writable: false }),
    document_type: ref('document-types', 'Tipo'),
    valid_until: date('Válido até'),
    note: longtext('Observação', { max: 1_000, internal: true }),
  },
  list: {
    columns: ['name', 'client', 'document_type', 'valid_until', 'user'],
    sort: '-created_at',
    search: ['name', 'client', 'document_type'],
  },
  form: [{ fields: ['name', 'document_type', 'valid_until', 'note'] }],
  scope: 'client',
  verbs: ['index', 'show', 'update', 'destroy', 'enable', 'disable'],
})

/** How a document that a client must have may be lacking. */
export const pendingStates = { faltando: 'Faltando', vencido: 'Vencido', 'a-vencer': 'A vencer' } as const
