import { differing, same, writable } from '#kernel/changes.ts'
import type { Field, Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'
import { draftOf, type Values } from '#web/form/draft.ts'
import { isRecord } from '#web/storage.ts'

/** A line on the way to where something changed: of which list, and itself. */
export interface LineAt {
  readonly name: string
  readonly field: Field
  readonly line: Values
}
/** Something that changed: in a field, or a whole line that came or went, where there is no field. */
export interface MergeChange {
  readonly lines: readonly LineAt[]
  readonly field: Field | null
}
/** What two people changed differently; of a whole line, undefined is that somebody took it away. */
export interface Clash extends MergeChange {
  /** Unlike any other's. */
  readonly key: string
  readonly before: unknown
  readonly mine: unknown
  readonly theirs: unknown
}
export interface Merged {
  /** Their record with our changes in it. */
  readonly values: Values
  readonly clashes: readonly Clash[]
  /** What only the other changed. */
  readonly theirs: readonly MergeChange[]
}
export interface MergeInput {
  readonly fields: Fields
  /** What both began from, what was typed over it here, and the row as the other left it. */
  readonly before: Values
  readonly mine: Values
  readonly current: Values
  /** What makes two lines of a list the same one where no id says so: a municipality, say. */
  readonly identityOf?: (name: string, line: Values) => unknown
}

/** Two people's work on one record, joined field by field and line by line; `leave`: clashes left to the other. */
export function mergeOf({ fields, before, mine, current, identityOf }: MergeInput, leave: ReadonlySet<string>): Merged {
  const clashes: Clash[] = []
  const theirs: MergeChange[] = []

  /** Mine, unless it is left to them. */
  function chosen<T>(clash: Clash, own: T, other: T): T {
    clashes.push(clash)
    return leave.has(clash.key) ? other : own
  }

  function record(of: Fields, base: Values, own: Values, other: Values, at: string, lines: readonly LineAt[]): Values {
    const [byMe, byThem] = [own, other].map(side => new Set(differing(of, base, side).map(([name]) => name)))
    const pairs = writable(of).flatMap(([name, field]): (readonly [string, unknown])[] => {
      const key = keyOf(name, field)
      const take = (side: Values) =>
        field.kind === 'ref' ? ([[key, side[key]], [name, side[name]]] as const) : ([[key, side[key]]] as const) // prettier-ignore
      if (!byMe?.has(name)) {
        if (byThem?.has(name) && field.kind !== 'many') theirs.push({ lines, field })
        if (field.kind !== 'many' || !byThem?.has(name)) return [...take(other)]
      } else if (!byThem?.has(name) || same(own[key], other[key])) return [...take(own)]
      const path = `${at}${name}`
      if (field.kind === 'many')
        return [[name, list(name, field, listOf(base[name]), listOf(own[name]), listOf(other[name]), path, lines)]]
      const clash = { key: path, lines, field, before: base[key], mine: own[key], theirs: other[key] }
      return [...take(chosen(clash, own, other))]
    })
    return Object.fromEntries(pairs)
  }

  function list(
    name: string,
    field: Field,
    base: readonly Values[],
    own: readonly Values[],
    other: readonly Values[],
    at: string,
    above: readonly LineAt[],
  ): readonly Values[] {
    const shape = field.options.shape ?? {}
    const baseIds = new Set(base.map(({ id }) => id))
    const byId = new Map(other.map(line => [line.id, line]))
    const added = other.filter(({ id }) => !baseIds.has(id))
    const takeSame = (line: Values) => {
      const identity = identityOf?.(name, line)
      const at = identity === undefined ? -1 : added.findIndex(each => identityOf?.(name, each) === identity)
      return at < 0 ? undefined : added.splice(at, 1)[0]
    }
    /** Each line both began from, as the other left it. */
    const left = new Map(base.map(line => [line.id, byId.get(line.id) ?? takeSame(line)]))
    const begun = new Map(base.map(line => [line.id, line]))
    const path = (line: Values, n: number) => `${at}.${String(line.id ?? `+${n}`)}`
    const on = (line: Values) => [...above, { name, field, line }]
    const isTouched = (from: Values, to: Values) => differing(shape, from, to).length > 0

    const kept = own.flatMap((line, n): readonly Values[] => {
      const from = begun.get(line.id)
      const to = from ? left.get(line.id) : takeSame(line)
      if (to) return [{ ...record(shape, from ?? {}, line, to, `${path(line, n)}.`, on(line)), id: to.id }]
      if (!from) return [line]
      // The other took it away: what was not touched here goes.
      if (!isTouched(from, line)) {
        theirs.push({ lines: on(line), field: null })
        return []
      }
      const clash = { key: path(line, n), lines: on(line), field: null, before: from, mine: line, theirs: undefined }
      return chosen(clash, [unsaved(line)], [])
    })
    const mineIds = new Set(own.map(({ id }) => id))
    const back = base.flatMap((line, n): readonly Values[] => {
      const to = left.get(line.id)
      if (mineIds.has(line.id) || !to || !isTouched(line, to)) return []
      const clash = { key: path(line, n), lines: on(line), field: null, before: line, mine: undefined, theirs: to }
      return chosen<readonly Values[]>(clash, [], [to])
    })
    for (const line of added) theirs.push({ lines: on(line), field: null })
    return [...kept, ...back, ...added]
  }

  const values = record(fields, before, mine, draftOf(fields, current), '', [])
  return { values, clashes, theirs }
}

const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const unsaved = ({ id: _id, ...line }: Values): Values => line
