import { sql, type Kysely } from 'kysely'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { dataOf, type Call, type Row } from './calls.ts'
import { draftOf, leftBehind, pairOf, type Draft, type Material } from './drafts.ts'

/** Whose a row is: client A1 or A2 of company A, client B1 of company B, or deleted from A1. */
export type Owner = 'A1' | 'A2' | 'B1' | 'deleted'
export interface Target {
  readonly id: number
  readonly uuid: string
}

/** Whose texts are marked. By chance two pairs of z stand in a random token too, but not around one of these. */
const marked = /zz(all|[ab][12]?|deleted|int[abd]|admina|mustreset|expired|revoked|inactive|super|secret)zz/gi
/** Stands in every text of a row, so that whoever shows it where it should not be seen is found out. */
export function markOf(owner: string) {
  const mark = `zz${owner}zz`
  if (!marksIn(mark).size) throw new Error(`nobody looks for the mark of ${owner}`)
  return mark
}
export const marksIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(marked)].map(([, owner = '']) => owner.toUpperCase()))

/** What is in a world already, by the path of its resource; as JSON it travels to every copy of the world. */
export interface Holdings {
  readonly rows: Record<string, Partial<Record<Owner, Target>>>
  /** More rows of the same owner, for what must point to several. */
  readonly spares: Record<string, Partial<Record<Owner, readonly Target[]>>>
  /** Ids anybody may point to, where an owner has none of their own. */
  readonly first: Record<string, readonly number[]>
  /** How many drafts, months and pairs there were. */
  n: number
  months: number
  pairs: number
}

/** Rows everybody signed in may see: they hang on no company. */
export const isShared = (resource: AnyResource) => resource.scope === 'everyone' && resource.path !== 'empresas'

/** Texts that only staff may see. */
const internalsOf = ({ fields }: AnyResource) =>
  Object.entries(fields).flatMap(([name, { kind, writable, options }]) =>
    writable && options.internal && !options.format && ['text', 'longtext'].includes(kind) ? [name] : [],
  )

/** Makes rows of owners; `profile` is of the users it makes. */
export function makerOf(db: Kysely<unknown>, call: Call, held: Holdings, profile: number) {
  /** What a draft for this owner is made of: its references are that owner's own. */
  function material(owner: Owner, mark = markOf(owner)): Material {
    const side = owner === 'deleted' ? 'A1' : owner
    return {
      n: ++held.n,
      mark,
      month: () => ++held.months,
      pair: () => pairOf(held.pairs++),
      ref: (to, i) => {
        if (to === 'profiles') return profile
        const own = held.spares[to]?.[side]?.[i - 1] ?? held.rows[to]?.[side]
        if (own) return own.id
        const ids = held.first[to] ?? []
        return ids[i % ids.length] ?? null
      },
    }
  }
  const draft = (resource: AnyResource, owner: Owner, more: Draft = {}): Draft => ({
    ...draftOf(resource, material(owner, isShared(resource) && owner !== 'deleted' ? markOf('ALL') : markOf(owner))),
    ...Object.fromEntries(internalsOf(resource).map(name => [name, `${markOf(`INT${owner[0]}`)} interno`])),
    ...more,
  })

  async function make(resource: AnyResource, owner: Owner, more: Draft = {}): Promise<Row> {
    if (!verbsOf(resource).includes('store'))
      return dataOf(await call('superAdmin', 'GET', `${resource.path}/${(await leave(resource, owner)).id}`))
    const made = await call('superAdmin', 'POST', resource.path, { body: draft(resource, owner, more) })
    if (made.status !== 201) throw new Error(`could not make ${resource.path}: ${made.text}`)
    return dataOf(made)
  }

  /** A row no call makes: as the job that does would. */
  async function leave(resource: AnyResource, owner: Owner): Promise<Target> {
    const values = leftBehind(resource, material(owner))
    const columns = Object.keys(values)
    const { rows } = await sql<Target>`
      insert into ${sql.table(tableOf(resource))} (${sql.join(columns.map(name => sql.ref(name)))})
      values (${sql.join(columns.map(name => sql`${values[name]}`))}) returning id, uuid`.execute(db)
    const [row] = rows
    if (!row) throw new Error(`could not leave a row of ${resource.path}`)
    return row
  }
  return { material, draft, make, leave }
}
