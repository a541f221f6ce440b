import { instant, integer, ref, text, readOnly } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** Each notice belongs to one user, who sees it as long as they may see the row it is about. */
export const notices = resource({
  path: 'notices',
  text: { one: 'aviso', many: 'avisos', gender: 'm' },
  fields: {
    title: text('Aviso', { ...readOnly, required: true, max: 255 }),
    kind: text('Tipo', { ...readOnly, required: true, max: 60 }),
    /** The section of the row it is about; empty where it is about none. */
    resource: text('Seção', { ...readOnly, required: true, max: 60 }),
    row_uuid: text('Registro', { ...readOnly, required: true, max: 60 }),
    path: text('Endereço', { ...readOnly, required: true, max: 255 }),
    /** It counts notifications while it is unread. */
    times: integer('Vezes', { ...readOnly, required: true, default: 1 }),
    read_at: instant('Lido em', readOnly),
    user: ref('users', 'De quem', { ...readOnly, required: true }),
  },
  list: { columns: ['title', 'kind', 'times', 'read_at'], sort: '-updated_at', search: ['title'] },
  form: [{ fields: ['title', 'kind', 'times', 'read_at'] }],
  scope: 'user',
  verbs: ['index', 'show'],
})

/** A feature declares each kind of notice it sends. */
export interface NoticeKind {
  /** Rows store it, so it never changes: 'mencao'. */
  readonly name: string
  /** 'Menções'; `about` is a sentence on when it is sent. Users see both when they choose. */
  readonly label: string
  readonly about: string
  /** Paths of the sections of its rows: users who may not see the row do not see the notice. Empty where it is about no row. */
  readonly of: readonly string[]
  /** It is for the office's team alone, and people of clients are not offered it as a choice. */
  readonly team?: true
  /** Whether the daily summary has it, unless its reader chose. */
  readonly inDigest: boolean
  /** It is always shown in the bell. */
  readonly always?: true
}
