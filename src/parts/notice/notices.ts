import { instant, integer, ref, text, readOnly } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** What somebody is told of: each is one person's own, and there for as long as they may see the row it is about. */
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
    /** How often it was told while it was unread. */
    times: integer('Vezes', { ...readOnly, required: true, default: 1 }),
    read_at: instant('Lido em', readOnly),
    user: ref('users', 'De quem', { ...readOnly, required: true }),
  },
  list: { columns: ['title', 'kind', 'times', 'read_at'], sort: '-updated_at', search: ['title'] },
  form: [{ fields: ['title', 'kind', 'times', 'read_at'] }],
  scope: 'user',
  verbs: ['index', 'show'],
})

/** Something people are told of, as its feature hands it in. */
export interface NoticeKind {
  /** 'mencao': it stands in rows and never changes. */
  readonly name: string
  /** 'Menções', and when it is told, in a sentence, for whoever chooses. */
  readonly label: string
  readonly about: string
  /** The sections of the rows it is about, by their paths, which whoever is told must see; none where it is about no row. */
  readonly of: readonly string[]
  /** Whom it may be told: people of clients are shown no choice about what only the team is told. */
  readonly team?: true
  /** Whether the daily summary has it, unless its reader chose. */
  readonly inDigest: boolean
  /** It is always shown in the bell. */
  readonly always?: true
}
