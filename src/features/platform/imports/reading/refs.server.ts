import { sql } from 'kysely'
import { ibgeDigits } from '#kernel/brasil.ts'
import type { Field } from '#kernel/field.ts'
import { listQuery } from '#kernel/page.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { comparableText, join, foldText } from '#kernel/text.ts'
import { clientKey } from '#features/clients/clients/client-keys.ts'
import { townsOf } from '#parts/address/towns.server.ts'
import { ibgeCell } from '#features/regulatory/anatel/cells.ts'
import { placesOf } from '#parts/address/places.ts'
import { stored } from '#features/platform/imports/section/cell.ts'
import type { TemplateColumn } from '#features/platform/imports/section/section.ts'
import type { Ctx } from '#server/operation.ts'

/** What a cell may call a row: by something only one has, or by its name. */
interface Candidate {
  readonly id: number
  readonly name: string
  /** The client it is of, where it is of one, and what that is called. */
  readonly owner?: number
  readonly ownerName?: string
  readonly codes: readonly string[]
  readonly names: readonly string[]
}
/** What a text names; else why it names nothing. */
export type Match = Candidate | 'none' | 'several' | { readonly said: string; readonly among?: readonly string[] }
/** What else a row says of what is looked for. */
interface MatchBeside {
  /** What another column says for this one alone: the state of a municipality. */
  readonly aid?: string
  /** The id of the client the row is of. */
  readonly owner?: number | undefined
}
export type Matcher = (text: string, beside?: MatchBeside) => Match

/** Fields that identify a row: documents, accounts, IBGE and Anatel codes. */
const isCode = (name: string, { kind, options: { format } }: Field) =>
  (kind === 'text' || kind === 'integer') &&
  (['document', 'cnpj', 'fistel', 'email'].includes(format ?? '') || ['ibge', 'term', 'initial'].includes(name))

const codesOf = (of: AnyResource) => Object.entries(of.fields).filter(([name, field]) => isCode(name, field))
const namesOf = (of: AnyResource) =>
  [...new Set([titleOf(of), 'name', 'nome', ...(of.path === 'clients' ? ['fantasy_name'] : [])])].filter(
    name => of.fields[name]?.kind === 'text',
  )

/** As codes are compared: what their format stores, and without the zeros a spreadsheet eats. */
function codeKey(text: string, { options: { format } }: Field): string {
  const found = format && format !== 'tag' ? stored(format, text.trim()) : null
  return found ?? foldText(text.trim()).replace(/^0+(?=\d)/, '')
}

/** A name as it is compared: whatever its case, accents and punctuation; of a client without what its company is by size. */
const nameKey = (of: AnyResource, text: string) =>
  of.path === 'clients' ? (clientKey(text, 'name')?.slice('name '.length) ?? '') : comparableText(text)
/** What the letters of a stored name are like that has this key: what a company is by size may follow, and 'Ltda' be 'Limitada'. */
const likeKey = (of: AnyResource, key: string) => (of.path === 'clients' ? `${key.replace(/ltda.*$/, '')}%` : key)

type CandidateRow = Readonly<Record<string, unknown>> & { readonly id: number }

/**
 * Returns what each text names in one section, among rows visible to the user. Small lists are read whole, others by the texts.
 */
export async function finder(
  ctx: Ctx,
  of: AnyResource,
  column: TemplateColumn,
  texts: readonly string[],
): Promise<Matcher> {
  if (of.path === 'cities') return townFinder(ctx, texts)
  const among = Object.entries(column.field.options.among ?? {}).map(([name, value]) => [`filter[${name}]`, value])
  const wanted = Object.fromEntries(among)
  const rows: CandidateRow[] = []
  if (isSmall(of)) {
    const asked = { ...wanted, pagination: 'false', sort: 'id' }
    for (const row of await ctx.rows(of).list(listQuery(of, asked))) rows.push({ ...row })
  } else
    for (const ids of await idsOf(ctx, of, texts)) {
      const asked = { ...wanted, pagination: 'false', sort: 'id', 'filter[id][in]': ids.join() }
      for (const row of await ctx.rows(of).list(listQuery(of, asked))) rows.push({ ...row })
    }
  return matcher(of, rows)
}

/** Municipalities are read as in the files of coletas: by IBGE's code, or by a name and, where it takes one, the state. */
async function townFinder({ sql: db }: Ctx, texts: readonly string[]): Promise<Matcher> {
  const codes = new Set(texts.map(text => Number(ibgeDigits(text) ?? 0)))
  const coded = codes.has(0) ? null : await townsOf(db, [...codes])
  // Most files write codes, and few: all the country's towns are read for what is no code of one.
  const { towns: cities, ids } = coded?.ids.size === codes.size ? coded : await townsOf(db)
  const places = placesOf(cities)
  const read = (text: string, aid: string): Match => {
    const short = /^\d{6}$/.test(text.trim()) ? ibgeCell(text.trim(), { cities }) : null
    if (short && 'said' in short) {
      const town = cities.get(Number(short.fix))
      return { said: short.said, among: town ? [`${town.name}/${town.uf}`] : [] }
    }
    const found = places(text, { state: aid })
    if ('reason' in found) return { said: found.reason, among: found.among() }
    const code = Number(found.code)
    const [id, town] = [ids.get(code), cities.get(code)]
    return id === undefined || !town ? 'none' : { id, name: `${town.name}/${town.uf}`, codes: [], names: [] }
  }
  // A file has the same towns over and over, and what is near one is looked for among all of its state.
  const known = new Map<string, Match>()
  return (text, { aid = '' } = {}) => {
    const key = `${text}\n${aid}`
    const match = known.get(key) ?? read(text, aid)
    known.set(key, match)
    return match
  }
}

/** Lists of the office are small; those of clients are large. */
const isSmall = ({ scope, path }: AnyResource) => scope === 'everyone' && path !== 'users'

/** Ids of rows that may be meant, a few hundred at a time: whose they are the reader's rows decide. */
async function idsOf(ctx: Ctx, of: AnyResource, texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  const likeTexts = texts.flatMap(text => nameKey(of, text) || []).map(key => likeKey(of, key))
  const conditions = [
    ...codesOf(of).map(([name, field]) =>
      field.kind === 'integer'
        ? sql`t.${sql.ref(name)} = any(${texts.filter(text => /^\d{1,9}$/.test(text)).map(Number)}::integer[])`
        : sql`t.${sql.ref(name)} = any(${texts.map(text => codeKey(text, field))}::text[])`,
    ),
    ...namesOf(of).map(
      name => sql`regexp_replace(plain(t.${sql.ref(name)}), '[^a-z0-9]', '', 'g') like any(${likeTexts}::text[])`,
    ),
  ]
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(tableOf(of))} t
    where t.deleted_at is null and (${sql.join(conditions, sql` or `)}) order by t.id limit 5000`.execute(ctx.sql)
  return Array.from({ length: Math.ceil(rows.length / 500) }, (_, at) =>
    rows.slice(at * 500, at * 500 + 500).map(({ id }) => id),
  )
}

function matcher(of: AnyResource, rows: readonly CandidateRow[]): Matcher {
  const [byCode, byName] = [new Map<string, Candidate[]>(), new Map<string, Candidate[]>()]
  const put = (into: Map<string, Candidate[]>, key: string, candidate: Candidate) => {
    const there = into.get(key)
    if (!there) into.set(key, [candidate])
    else if (!there.includes(candidate)) there.push(candidate)
  }
  const title = titleOf(of)
  for (const row of rows) {
    const codes = codesOf(of).flatMap(([name, field]) => {
      const value = row[name]
      return value === null || value === undefined ? [] : [codeKey(String(value), field)]
    })
    const names = namesOf(of).flatMap(name => foldText(String(row[name] ?? '')) || [])
    const candidate = { id: row.id, name: String(row[title] ?? ''), codes, names, ...ownerIn(row) }
    for (const code of codes) put(byCode, code, candidate)
    for (const name of names) if (nameKey(of, name)) put(byName, nameKey(of, name), candidate)
  }
  // Of what several owners have, a row means its owner's; of what its owner has not, the first is given, with its owner.
  const only = (found: readonly Candidate[], owner: number | undefined): Match => {
    if (!found.length) return 'none'
    const isOwned = owner !== undefined && found.every(each => each.owner !== undefined)
    const own = isOwned ? found.filter(each => each.owner === owner) : found
    const [one = found[0], other] = own
    if (one && !other) return one
    const owners = new Set(found.map(each => each.ownerName))
    return owners.size > 1 && owner === undefined
      ? { said: `é de mais de um cliente: ${join([...owners].flatMap(each => each ?? []))}. Diga de qual.` }
      : 'several'
  }
  return (text, { owner } = {}) => {
    const keys = [...new Set(codesOf(of).map(([, field]) => codeKey(text, field)))]
    const coded = keys.map(key => byCode.get(key)).find(found => found !== undefined)
    if (coded) return only(coded, owner)
    const alike = byName.get(nameKey(of, text)) ?? []
    // Of names that differ by a sign alone, the one that is written.
    const written = alike.filter(({ names }) => names.includes(foldText(text.trim())))
    return only(written.length ? written : alike, owner)
  }
}

/** The client a record is of. */
function ownerIn({ client_id, client }: CandidateRow): Pick<Candidate, 'owner' | 'ownerName'> {
  if (typeof client_id !== 'number') return {}
  const name: unknown = typeof client === 'object' && client !== null && 'name' in client ? client.name : ''
  return { owner: client_id, ownerName: String(name) }
}
