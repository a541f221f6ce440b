import { sql } from 'kysely'
import { companyOf, isStaff } from '#kernel/access.ts'
import { pageOf, wholeLimit, type ListQuery, type Page } from '#kernel/page.ts'
import { invalid, problem, Problem, refusalIn } from '#kernel/problem.ts'
import {
  isLocked,
  tableOf,
  titleOf,
  type AnyResource,
  type LinesOf,
  type ListedOf,
  type RowOf,
  type StoredOf,
} from '#kernel/resource.ts'
import { agree, slugOf, theOne } from '#kernel/text.ts'
import { changes, record } from '#server/audit.ts'
import type { Catalog } from '#server/catalog.ts'
import { refuseHeld, refuseLeft } from '#server/held.ts'
import { linesOf, saveLines } from '#server/lines.ts'
import { cleaned } from '#server/html.ts'
import { metasOf, numberMetas } from '#server/metas.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseUnseen } from '#server/references.ts'
import { scopeSql, sightOf, wholeSight } from '#server/scope.ts'
import { all, filterSql, keysSql, pageSql, searchSql, selectOf, yes, type Lines, type Part } from '#server/sql.ts'
import { unseenLines, withUnseen } from '#server/unseen.ts'

/** A row and the version its next update must name. */
export type Versioned<T> = T & { readonly version: number }
/** The numeric id or the uuid: the wire takes both everywhere. */
export type Key = string | number

/** The only way to a resource's table: already narrowed to what the user may see, never the deleted, always on the record. */
export interface Rows<R extends AnyResource> {
  page(query: ListQuery): Promise<Page<ListedOf<R>>>
  /** Every row that matches, without paging; more than `limit` is a 422 that says to filter. */
  list(query: ListQuery, limit?: number): Promise<readonly ListedOf<R>[]>
  /** The same, a few hundred at a time, so that nobody else waits for all of them. */
  pieces(query: ListQuery, limit?: number): AsyncIterable<readonly ListedOf<R>[]>
  /** How many rows match. */
  count(query: ListQuery): Promise<number>
  /** The ids of every row that matches, in the order asked for: what a long read goes by, while rows come and go. A 422 past `limit`. */
  keys(query: ListQuery, limit?: number): Promise<readonly number[]>
  /** Those of these rows that are there and the user's to see, in this order. */
  among(ids: readonly number[]): Promise<readonly ListedOf<R>[]>
  /** Throws a 404 when there is no such row, or none this user may see. */
  find(key: Key): Promise<Versioned<RowOf<R>>>
  /** The same with these of its lines alone: there may be many of the others. */
  find<const L extends LinesOf<R>>(key: Key, lines: readonly L[]): Promise<Versioned<ListedOf<R> & Pick<RowOf<R>, L>>>
  /** `find`, and null where there is none. */
  seek(key: Key): Promise<Versioned<RowOf<R>> | null>
  create(draft: StoredOf<R>): Promise<Versioned<RowOf<R>>>
  /** `version`: what the writer had read; another one in the table is a 412 with the current row. `event`: what history calls it. */
  update(key: Key, draft: Partial<StoredOf<R>>, version?: number, event?: string): Promise<Versioned<RowOf<R>>>
  /** `update`, for whoever does not need to read all its lines again. */
  put(key: Key, draft: Partial<StoredOf<R>>, version?: number, event?: string): Promise<Versioned<ListedOf<R>>>
  remove(key: Key): Promise<void>
  /** Brings back what was deleted, as it was; a 409 when what it points to is gone. */
  revive(key: Key): Promise<Versioned<RowOf<R>>>
  /** All or none: a key that is not the user's to see refuses the whole list. */
  setActive(keys: readonly Key[], active: boolean): Promise<number>
}

/** Rows that are read, and made into an answer, in a few milliseconds. */
const pieceSize = 500

type AnyRow = Versioned<RowOf<AnyResource>>
type Values = Readonly<Record<string, unknown>>

const isNumber = (key: Key) => /^\d+$/.test(String(key))
/** '007' and 7 are one key, and so is a uuid in capitals. */
const nameOf = (key: Key) => (isNumber(key) ? String(Number(key)) : String(key).toLowerCase())
export const keySql = (key: Key) => (isNumber(key) ? sql`t.id = ${Number(key)}` : sql`t.uuid = ${key}`)

export function openRows<R extends AnyResource>(catalog: Catalog, resource: R, ctx: Ctx, scoped: boolean): Rows<R> {
  const table = tableOf(resource)
  const hooks = catalog.extension(resource)?.how
  const outside = !isStaff(ctx.user)
  const seen: Part = scoped ? scopeSql(catalog, resource, ctx.user) : yes
  const sight = scoped ? sightOf(catalog, ctx.user) : wholeSight
  // People outside the house see what is in use; what it refers to may be out of use by now.
  const visible = sql`t.deleted_at is null${scoped && outside ? sql` and t.active` : sql``} and ${seen}`
  const read = <T>(query: Part) => query.execute(ctx.sql).then(({ rows }) => rows as readonly T[])

  const matching = (query: ListQuery) =>
    all([
      visible,
      ...(query.active === 'all' ? [] : [sql`t.active = ${query.active === 'true'}`]),
      ...query.filters.map(filter => filterSql(catalog, resource, filter, sight)),
      searchSql(catalog, resource, query.search, { outside, sight }),
    ])

  const select = (query: ListQuery, limit: number, offset: number) =>
    read<ListedOf<R>>(
      pageSql(
        catalog,
        resource,
        { lines: [], outside, sight },
        { where: matching(query), sort: query.sort, limit, offset },
      ),
    )

  async function page(query: ListQuery) {
    const offset = (query.page - 1) * query.per_page
    const data = await select(query, query.per_page, offset)
    // A page that is neither full nor empty is the last one: its end is the total.
    const known = data.length < query.per_page && (data.length > 0 || offset === 0)
    return pageOf(data, known ? offset + data.length : await total(query), query)
  }

  async function total(query: ListQuery) {
    const [counted] = await read<{ n: number }>(
      sql`select count(*) as n from ${sql.table(table)} t where ${matching(query)}`,
    )
    return counted?.n ?? 0
  }

  async function list(query: ListQuery, limit?: number): Promise<readonly ListedOf<R>[]> {
    const rows: ListedOf<R>[] = []
    for await (const piece of pieces(query, limit)) rows.push(...piece)
    return rows
  }

  /** A short list is one statement; a long one is counted by its keys before any of it is read. */
  async function* pieces(query: ListQuery, limit = wholeLimit): AsyncIterable<readonly ListedOf<R>[]> {
    const first = await select(query, Math.min(pieceSize, limit) + 1, 0)
    if (first.length <= pieceSize) return void (yield within(limit, first))
    const ids = await keys(query, limit)
    for (let at = 0; at < ids.length; at += pieceSize) yield await among(ids.slice(at, at + pieceSize))
  }

  async function keys(query: ListQuery, limit = Infinity): Promise<readonly number[]> {
    const picked = keysSql(catalog, resource, { where: matching(query), sort: query.sort }, sight)
    const found = await read<{ id: number }>(Number.isFinite(limit) ? sql`${picked} limit ${limit + 1}` : picked)
    return within(limit, found).map(({ id }) => id)
  }

  function within<T>(limit: number, found: readonly T[]): readonly T[] {
    if (found.length <= limit) return found
    throw invalid({
      pagination: `Há mais de ${limit.toLocaleString('pt-BR')} registros. Use um filtro para reduzir a lista.`,
    })
  }

  async function among(ids: readonly number[]) {
    const rows = sql`select * from ${sql.table(table)} t where t.id = any(${[...ids]}::bigint[]) and ${visible}`
    return read<ListedOf<R>>(
      sql`${selectOf(catalog, resource, { lines: [], outside, sight }, rows)} order by array_position(${[...ids]}::bigint[], t.id)`,
    )
  }

  async function any(key: Key, lines: Lines = 'all'): Promise<AnyRow | undefined> {
    const [row] = await read<AnyRow>(
      sql`${selectOf(catalog, resource, { lines, outside, sight, whole: true })} where ${keySql(key)} and ${visible}`,
    )
    return row
  }
  const one = async (key: Key, lines?: Lines) => (await any(key, lines)) ?? refuse()
  /** The row as it stands, for what is about to change it: what its writer may not see is judged too. */
  async function held(key: Key, among = visible): Promise<AnyRow> {
    const [row] = await read<AnyRow>(
      sql`${selectOf(catalog, resource, { lines: 'all', outside, sight: wholeSight, whole: true })} where ${keySql(key)} and ${among} for no key update of t`,
    )
    return row ?? refuse()
  }
  const refuse = (): never => {
    throw problem('missing')
  }
  const shown = (row: AnyRow): AnyRow => ({ ...row, ...hooks?.shown?.(row, ctx), ...metasOf(resource, row) })
  const find = async (key: Key, lines?: Lines) => shown(await one(key, lines))
  const seek = async (key: Key) => {
    const row = await any(key)
    return row ? shown(row) : null
  }

  /** What every company has alike is changed by who works for all of them. */
  function refuseBound() {
    if (ctx.user.empresa_id !== null && catalog.isShared(resource))
      throw problem('forbidden', 'Isto vale para todas as empresas, e você trabalha em uma só.')
  }

  /** What an action writes to leave the state that locks is not refused. */
  function refuseLocked(row: AnyRow, given: Values) {
    const keys = (resource.locked ?? []).flatMap(([field]) => [field, `${field}_id`])
    if (isLocked(resource, row) && !keys.some(key => key in given))
      throw problem('conflict', `${agree(resource.text, 'fechado')}: reabra antes de alterar.`)
  }

  async function create(given: StoredOf<R>) {
    refuseBound()
    const completed: Values = (await hooks?.beforeCreate?.(given, ctx)) ?? given
    const numbered = await numberMetas(ctx.sql, resource.fields, {}, completed)
    const values = withDefaults(resource, catalog, ctx, cleaned(resource.fields, numbered))
    await refuseUnseen(catalog, resource, values, ctx)
    const columns = Object.keys(values).filter(name => resource.fields[name]?.kind !== 'many')
    const [created] = await read<{ id: number }>(
      sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}) values (${sql.join(columns.map(name => valueSql(resource, name, values[name])))}) returning id`,
    )
    if (!created) throw problem('internal')
    for (const [name, lines] of linesOf(resource.fields, values))
      await saveLines(ctx.sql, lines.field, `${table}_${name}`, [
        { parent: created.id, path: name, drafts: lines.drafts },
      ])
    await record(ctx, resource, created.id, 'store', changes(resource, {}, values))
    const made = await find(created.id)
    await hooks?.afterCreate?.(made, ctx)
    return made
  }

  const update = async (...given: Parameters<typeof write>) => find(await write(...given))
  const put = async (...given: Parameters<typeof write>) => find(await write(...given), [])

  /** Answers its id. */
  async function write(key: Key, given: Partial<StoredOf<R>>, version?: number, event = 'update'): Promise<number> {
    refuseBound()
    const before = await held(key)
    await hooks?.guard?.(before, ctx)
    if (!before.active) throw problem('conflict', `${agree(resource.text, 'inativo')}: reative antes de alterar.`)
    refuseLocked(before, given)
    if (version !== undefined && version !== before.version)
      throw problem('stale', { data: { current: await find(before.id) } })
    // What was not shown cannot be what they meant to empty.
    const unseen = unseenLines(catalog, resource, given, sight)
    const draft = unseen ? withUnseen(resource.fields, given, before, await one(before.id, unseen)) : given
    const values: Values = cleaned(resource.fields, (await hooks?.beforeUpdate?.(draft, before, ctx)) ?? draft)
    const changed = changes(resource, before, values)
    if (!Object.keys(changed).length) return before.id
    await refuseUnseen(catalog, resource, values, ctx, before)
    await refuseLeft(catalog, resource, values, ctx, before)
    const numbered = await numberMetas(ctx.sql, resource.fields, before, values)
    const columns = Object.keys(values).filter(name => resource.fields[name]?.kind !== 'many')
    const set = [
      ...columns.map(name => sql`${sql.ref(name)} = ${valueSql(resource, name, numbered[name])}`),
      sql`version = version + 1`,
      sql`updated_at = now()`,
    ]
    await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${before.id}`.execute(ctx.sql)
    for (const [name, lines] of linesOf(resource.fields, values))
      await saveLines(ctx.sql, lines.field, `${table}_${name}`, [
        { parent: before.id, path: name, drafts: lines.drafts },
      ])
    await record(ctx, resource, before.id, event, changed)
    return before.id
  }

  async function remove(key: Key) {
    refuseBound()
    const row = await held(key)
    await hooks?.guard?.(row, ctx)
    if (!row.active) throw problem('conflict', `${agree(resource.text, 'inativo')}: reative antes de excluir.`)
    refuseLocked(row, {})
    await hooks?.beforeRemove?.(row, ctx)
    await refuseHeld(catalog, resource, row.id, ctx)
    await sql`update ${sql.table(table)} set deleted_at = now(), updated_at = now(), version = version + 1 where id = ${row.id}`.execute(
      ctx.sql,
    )
    await record(ctx, resource, row.id, 'destroy', {})
  }

  async function revive(key: Key) {
    refuseBound()
    const gone = await held(key, sql`t.deleted_at is not null and ${seen}`)
    await hooks?.guard?.(gone, ctx)
    // There is no field to mend: what would refuse a draft stands in the way as it is.
    const barred = (say: (why: string) => string) => (cause: unknown) => {
      if (!(cause instanceof Problem) || cause.kind !== 'invalid') throw cause
      throw problem('conflict', { message: say(refusalIn(cause).join(' ')), cause })
    }
    await (async () => hooks?.beforeRevive?.(gone, ctx))().catch(barred(why => why))
    // What it points to must be there, though it may be out of this reader's sight, as it was before.
    const profile = { ...ctx.user.profile, audience: 'equipe' } as const
    const everyone = { ...ctx.user, empresa_id: null, empresa_visualizacao_id: null, profile }
    const refusal = `Não é possível restaurar ${theOne(resource.text)}: `
    await refuseUnseen(catalog, resource, gone, { ...ctx, user: everyone }, 'revived').catch(
      barred(why => `${refusal}${why.charAt(0).toLowerCase()}${why.slice(1)}`),
    )
    await sql`update ${sql.table(table)} set deleted_at = null, updated_at = now(), version = version + 1 where id = ${gone.id}`.execute(
      ctx.sql,
    )
    await record(ctx, resource, gone.id, 'restaurar', {})
    return find(gone.id)
  }

  async function setActive(keys: readonly Key[], active: boolean) {
    refuseBound()
    const wanted = [...new Set(keys)]
    const found = await read<{ id: number; uuid: string; active: boolean }>(
      sql`select t.id, t.uuid, t.active from ${sql.table(table)} t where (${sql.join(wanted.map(keySql), sql` or `)}) and ${visible} order by t.id for no key update`,
    )
    const known = new Set(found.flatMap(({ id, uuid }) => [String(id), uuid]))
    if (!wanted.every(key => known.has(nameOf(key))))
      throw problem(
        'missing',
        `Algum dos registros não foi encontrado: ${theOne(resource.text)} pode ter sido excluído. Nada foi alterado.`,
      )
    const turned = found.filter(row => row.active !== active).map(row => row.id)
    if (!turned.length) return 0
    if (hooks?.guard) for (const row of await among(turned)) await hooks.guard(row, ctx)
    await hooks?.beforeTurn?.(turned, active, ctx)
    await sql`update ${sql.table(table)} set active = ${active}, updated_at = now(), version = version + 1 where id = any(${turned})`.execute(
      ctx.sql,
    )
    for (const id of turned)
      await record(ctx, resource, id, active ? 'enable' : 'disable', { active: [!active, active] })
    return turned.length
  }

  return {
    page,
    list,
    pieces,
    count: total,
    keys,
    among,
    find,
    seek,
    create,
    update,
    put,
    remove,
    revive,
    setActive,
  } as Rows<R>
}

const valueSql = ({ fields }: AnyResource, name: string, value: unknown): Part =>
  fields[name]?.kind === 'metas' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`

/** A new row's values: the declared defaults, the slug of its name, and the company the user works in. */
function withDefaults(resource: AnyResource, catalog: Catalog, { user }: Ctx, given: Values): Values {
  const values: Record<string, unknown> = { ...given }
  for (const [name, { kind, options }] of Object.entries(resource.fields)) {
    if (values[name] !== undefined || options.derived) continue
    if (options.default !== undefined) values[name] = options.default
    else if (kind === 'flag') values[name] = false
    else if (name === 'slug') values[name] = slugOf(String(values[titleOf(resource)] ?? ''))
  }
  const owner = resource.fields[resource.scope]
  const company = companyOf(user)
  if (owner?.options.to === catalog.tenancy.company && company !== null) values[`${resource.scope}_id`] ??= company
  return values
}
