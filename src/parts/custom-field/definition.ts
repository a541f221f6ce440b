import { eachMeta, metaTypeOf, sentMeta, type Meta } from '#kernel/meta.ts'
import { withoutFile, wrongMetas, type StoredValues } from '#parts/custom-field/custom-field.ts'

// What a field is, apart from what it holds, and what comes of changing it.

/** What a field is, with all under it, as one text. */
export const definitionOf = (meta: Meta): string => JSON.stringify(definedAlone(sentMeta(meta, true)))
const definedAlone = ({ value: _value, fields = [], ...own }: Meta): object => ({
  ...own,
  fields: fields.map(definedAlone),
})

/** What fields hold, by their numbers. */
export const storedValuesIn = (metas: readonly Meta[]): StoredValues =>
  new Map(eachMeta(metas).flatMap(({ id, value }) => (id === undefined ? [] : [[id, value ?? null] as const])))

/** What becomes of something that was filled in. */
export const fates = {
  leaves: 'sai do cadastro, e só o histórico o guarda',
  hidden: 'fica guardado, e ninguém o vê no formulário',
  strange: 'fica como está, e não serve mais para o tipo do campo',
} as const
export type Fate = keyof typeof fates

export interface Consequence {
  readonly label: string
  readonly fate: Fate
  /** One of the rows stores this value. */
  readonly example: string
}

/** What a change of definitions does to what was filled in: fields are known by their numbers. */
export function consequencesOf(before: readonly Meta[], after: readonly Meta[]): readonly Consequence[] {
  const next = new Map(eachShown(after).flatMap(each => (each.meta.id === undefined ? [] : [[each.meta.id, each]])))
  return eachShown(before).flatMap(({ meta, shown }): readonly Consequence[] => {
    const { id, value, extras } = meta
    const told = (fate: Fate) => [{ label: extras.label, fate, example: value ?? '' }]
    if (!value || id === undefined) return []
    const become = next.get(id)
    if (!become || become.meta.value !== value) return told('leaves')
    if (shown && !become.shown) return told('hidden')
    const fits = (each: Meta) =>
      !Object.keys(wrongMetas([{ ...each, fields: [] }], '')).some(at => at.endsWith('value'))
    return fits(meta) && !fits(become.meta) ? told('strange') : []
  })
}

interface ShownMeta {
  readonly meta: Meta
  /** Neither it nor a group above it is hidden. */
  readonly shown: boolean
}
const eachShown = (metas: readonly Meta[], above = true): readonly ShownMeta[] =>
  metas.flatMap(meta => {
    const shown = above && meta.extras.hidden !== true
    return [{ meta, shown }, ...eachShown(meta.fields ?? [], shown)]
  })

const isGroup = (meta: Meta) => metaTypeOf(meta) === 'group'

/**
 * The fields of a record as `given` defines them, by their keys: what it lacks is brought, what it has is defined anew and keeps what it holds, and what
 * is its own, or holds something that has no place any more, stays after them.
 */
export function definedAnew(held: readonly Meta[], given: readonly Meta[], within = false): readonly Meta[] {
  const own = held.filter(({ key }) => !given.some(each => each.key === key))
  const brought = given.map(meta => {
    const there = held.find(({ key }) => key === meta.key)
    // As a new one, with what its definition begins it with.
    if (!there) return withoutFile(sentMeta(meta, true))
    // A field does not become a group: what it holds would have no place.
    if (isGroup(there) !== isGroup(meta)) return there
    const { fields = [] } = meta
    return { ...meta, id: there.id, value: there.value, fields: definedAnew(there.fields ?? [], fields, true) }
  })
  if (within) return [...brought, ...own.filter(isFilled)]
  // Of a record's own fields the order is its own.
  const byKey = new Map(brought.map(each => [each.key, each]))
  return [
    ...held.map(each => byKey.get(each.key) ?? each),
    ...brought.filter(({ key }) => !held.some(each => each.key === key)),
  ]
}
const isFilled = (meta: Meta) => eachMeta([meta]).some(({ value }) => value)
