/** What a field defined at run time may hold; its number on the wire is its place here, from 1. */
export const metaTypes = {
  text: 'Texto',
  textarea: 'Texto longo',
  number: 'Número',
  money: 'Dinheiro',
  date: 'Data',
  boolean: 'Sim ou não',
  select: 'Escolha',
  multiselect: 'Várias escolhas',
  model: 'Registro do sistema',
  group: 'Grupo',
  file: 'Arquivo',
} as const
export type MetaType = keyof typeof metaTypes
const slugs: readonly string[] = Object.keys(metaTypes)
export const metaTypeIds = slugs.map((_, i) => i + 1)
export const metaTypeId = (type: MetaType) => slugs.indexOf(type) + 1
const isMetaType = (slug: string | undefined): slug is MetaType => slug !== undefined && Object.hasOwn(metaTypes, slug)
/** 'text' where there is no such number. */
export function metaTypeOf({ meta_type_id: id }: Pick<Meta, 'meta_type_id'>): MetaType {
  const slug = slugs[id - 1]
  return isMetaType(slug) ? slug : 'text'
}

/** Of a grid of twelve columns. */
export const metaWidths = {
  'col-12': 'Linha inteira',
  'col-6': 'Metade',
  'col-4': 'Um terço',
  'col-3': 'Um quarto',
} as const

/** Groups in groups, so deep: past any form somebody reads. */
export const metaDepth = 8
/** Of one record, at all levels together. */
export const metaMost = { fields: 1_000, options: 5_000 } as const

/** A field defined at run time, as it is sent: a group holds others. What it holds is text, whatever its type. */
export interface Meta {
  readonly id?: number | undefined
  /** Given with its number, and never sent. */
  readonly uuid?: string | undefined
  readonly key: string
  /** Our own code uses this key. */
  readonly internal_key?: string | null | undefined
  readonly meta_type_id: number
  readonly value?: string | null | undefined
  readonly extras: Extras
  readonly fields?: readonly Meta[] | undefined
}
export interface Extras {
  readonly label: string
  readonly class?: keyof typeof metaWidths | undefined
  readonly hidden?: boolean | undefined
  /** What there is to choose from. */
  readonly options?: readonly string[] | undefined
  /** Path of the section it picks a row of. */
  readonly model?: string | null | undefined
  readonly required?: boolean | undefined
  /** What helps to fill it in, or what it changes. */
  readonly hint?: string | null | undefined
}

/** The same as it is stored: numbered, with nothing left out. */
export interface NumberedMeta extends Meta {
  readonly id: number
  readonly fields: readonly NumberedMeta[]
}

/** Answers each field with what its place implies and, by its number, the integrations it goes to. */
export const metasForReader = (
  metas: readonly NumberedMeta[],
  owner: { readonly metable_type: string; readonly metable_id: number },
  houses: Readonly<Record<string, object>>,
  parent_id: number | null = null,
): object[] =>
  metas.map(meta => {
    const slug = metaTypeOf(meta)
    return {
      ...meta,
      type: { name: metaTypes[slug], slug },
      extras: { required: false, hint: null, ...meta.extras, type: slug },
      fields: metasForReader(meta.fields, owner, houses, meta.id),
      parent_id,
      ...houses[meta.id],
      ...owner,
    }
  })

/** A field as it is sent, of what was answered or typed; `fresh`: as a new one. */
export const sentMeta = (
  { id, key, internal_key, meta_type_id, value, extras, fields = [] }: Meta,
  fresh = false,
): Meta => ({
  ...(id !== undefined && !fresh && { id }),
  key,
  internal_key: internal_key || null,
  meta_type_id,
  value: value || null,
  extras: {
    label: extras.label,
    class: extras.class ?? 'col-12',
    hidden: extras.hidden ?? false,
    options: extras.options ?? [],
    model: extras.model || null,
    required: extras.required ?? false,
    hint: extras.hint || null,
  },
  fields: fields.map(each => sentMeta(each, fresh)),
})

/** Its value is words another system can take. */
export const isMappable = (meta: Pick<Meta, 'meta_type_id'>) => !['group', 'file', 'model'].includes(metaTypeOf(meta))

type MetaHolder = Readonly<Record<string, unknown>>
/** The run-time fields a row or a draft has under a name; none where it says nothing. */
export const metasAt = (values: MetaHolder, name: string) => (values[name] ?? []) as readonly NumberedMeta[]
/** Each field of a tree, whatever it is under. */
export const eachMeta = (metas: readonly Meta[]): readonly Meta[] =>
  metas.flatMap(meta => [meta, ...eachMeta(meta.fields ?? [])])

/** A file's value is 'uuid/name.pdf': where it is, and what people call it. */
export function fileOfMeta(value: string | null | undefined): { readonly uuid: string; readonly name: string } | null {
  const [, uuid = '', name = ''] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.{1,160})$/.exec(value ?? '') ?? []
  return uuid ? { uuid, name } : null
}
