import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import type { Field } from '#kernel/field.ts'
import { keyOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import type { ConflictPair, MergeConflict } from '#features/clients/merges/api.ts'
import {
  foldedTables,
  kindOfHolder,
  lineContent,
  holderKey,
  spareRows,
  textFor,
  type ClientHolder,
  type MergedPair,
  type UniqueIndex,
} from '#features/clients/merges/holders.server.ts'
import { obligationNames } from '#features/regulatory/obligations/called.ts'
import { textIn } from '#server/duplicate.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** The primary key of a row, without its client. */
export type HeldKey = Readonly<Record<string, unknown>>

/** Two rows that may not both be of one client. */
export interface EqualRows {
  readonly into: HeldKey
  readonly from: HeldKey
  /** The values they share, in the order of the index. */
  readonly same: readonly (string | null)[]
  readonly keys: readonly string[]
}
/** What of one table is equal: pairs to be resolved by a person, and rows that go because nobody wrote in them. */
export interface EqualsOfHolder {
  readonly holder: ClientHolder
  readonly pairs: readonly EqualRows[]
  readonly spared: readonly { readonly key: HeldKey; readonly side: keyof MergedPair }[]
  /** Rows that become one: what refers to the second refers to the first then. */
  readonly folded: readonly MergedPair[]
}

/** A merge with more equal rows than this shows the first. */
const mostPairs = 2_000
const mostShown = 50

/** Equal rows of both clients, found by the unique indexes of the tables that refer to clients; and those of rows that become one. */
export async function equalRows(
  db: Sql,
  holders: readonly ClientHolder[],
  folds: readonly ClientHolder[],
  clients: MergedPair,
): Promise<readonly EqualsOfHolder[]> {
  const found: EqualsOfHolder[] = []
  for (const holder of holders) {
    const all = await allPairsOf(db, holder, clients)
    if (!all.length) continue
    const equals = { holder, ...settled(all) }
    found.push(equals)
    for (const rows of equals.folded)
      for (const fold of folds) {
        const pairs = await allPairsOf(db, fold, rows)
        if (pairs.length) found.push({ holder: fold, pairs, spared: [], folded: [] })
      }
  }
  return found
}
async function allPairsOf(db: Sql, holder: ClientHolder, rows: MergedPair): Promise<readonly JudgedPair[]> {
  const all: JudgedPair[] = []
  for (const unique of holder.uniques) all.push(...(await pairsOf(db, holder, unique, rows)))
  return all
}
interface JudgedPair extends EqualRows {
  readonly into_spare: boolean
  readonly from_spare: boolean
  readonly folds: boolean
}

function settled(all: readonly JudgedPair[]) {
  const folded: MergedPair[] = []
  const spared = new Map<string, { readonly key: HeldKey; readonly side: keyof MergedPair }>()
  const pairs = new Map<string, EqualRows>()
  for (const pair of all) {
    const [into, from] = [JSON.stringify(pair.into), JSON.stringify(pair.from)]
    if (spared.has(`from ${from}`) || spared.has(`into ${into}`)) continue
    if (pair.from_spare) spared.set(`from ${from}`, { key: pair.from, side: 'from' })
    else if (pair.into_spare) spared.set(`into ${into}`, { key: pair.into, side: 'into' })
    else if (pair.folds && typeof pair.into.id === 'number' && typeof pair.from.id === 'number') {
      folded.push({ into: pair.into.id, from: pair.from.id })
      spared.set(`from ${from}`, { key: pair.from, side: 'from' })
    } else pairs.set(`${into} ${from}`, pair)
  }
  return { pairs: [...pairs.values()], spared: [...spared.values()], folded }
}

async function pairsOf(db: Sql, holder: ClientHolder, { keys, predicate }: UniqueIndex, clients: MergedPair) {
  const { table, column } = holder
  const spare = sql.raw(spareRows[table] ?? 'false')
  const fold = sql.raw(foldedTables[table] ?? 'null')
  const names = keys.map((_, at) => `merge_key_${at}`)
  const side = (client: number) => sql`(
    select ${holderKey(holder, 't')} as merge_key, ${spare} as merge_spare, (${fold})::text as merge_fold,
      ${kindOfHolder(holder).isLine ? lineContent(holder, 't') : sql`null::jsonb`} as merge_line
      ${sql.join(
        keys.map((each, at) => sql`, (${sql.raw(each)}) as ${sql.ref(names[at] ?? '')}`),
        sql``,
      )}
    from ${sql.table(table)} t where t.${sql.ref(column)} = ${client}::bigint ${predicate ? sql`and (${sql.raw(predicate)})` : sql``})`
  const equal = names.map(name => sql`a.${sql.ref(name)} = b.${sql.ref(name)}`)
  const same = names.map(name => sql`a.${sql.ref(name)}::text`)
  const { rows } = await sql<Omit<JudgedPair, 'keys'>>`
    select a.merge_key as "into", b.merge_key as "from", a.merge_spare as into_spare, b.merge_spare as from_spare, coalesce(a.merge_fold = b.merge_fold, false) as folds,
      array[${sql.join(same)}]::text[] as same
    from ${side(clients.into)} a join ${side(clients.from)} b on ${sql.join(
      [...equal, sql`a.merge_line is distinct from b.merge_line or a.merge_line is null`].map(each => sql`(${each})`),
      sql` and `,
    )}
    order by a.merge_key::text, b.merge_key::text limit ${mostPairs}`.execute(db)
  return rows.map(row => ({ ...row, keys }))
}

/** The pairs a person resolves, by name. */
export async function conflictsInWords(ctx: Ctx, found: readonly EqualsOfHolder[]): Promise<readonly MergeConflict[]> {
  const conflicts = new Map<string, MergeConflict>()
  for (const { holder, pairs } of found) {
    if (!pairs.length) continue
    const kind = kindOfHolder(holder)
    const text = textFor(ctx.user, kind)
    const known = conflicts.get(text.many)
    const shown = text === kind.text ? pairs.slice(0, Math.max(mostShown - (known?.pairs.length ?? 0), 0)) : []
    conflicts.set(text.many, {
      kind: capital(text.many),
      total: (known?.total ?? 0) + pairs.length,
      cure: cureOf(holder, text === kind.text),
      pairs: [...(known?.pairs ?? []), ...(await pairsInWords(ctx, kind.resource, shown))],
    })
  }
  return [...conflicts.values()]
}

function cureOf({ table }: ClientHolder, isSeen: boolean): string {
  if (!isSeen) return 'Peça a quem vê estes registros que exclua ou corrija um de cada par.'
  if (table === 'fistels') return 'O mesmo fistel está com tipos de serviço diferentes. Deixe o tipo igual nos dois.'
  if (table === 'dunning_pauses') return 'Retome a cobrança de um dos dois clientes, em “Cobrança”.'
  return 'Abra os dois de cada par e exclua, cancele ou corrija um deles. Depois volte aqui.'
}

async function pairsInWords(
  ctx: Ctx,
  of: AnyResource | null,
  pairs: readonly EqualRows[],
): Promise<readonly ConflictPair[]> {
  const ids = pairs.flatMap(({ into, from }) => [into.id, from.id]).filter(id => typeof id === 'number')
  const may = of !== null && verbsOf(of).includes('show') && can(ctx.user, permission(of, 'show'))
  const rows = may ? await ctx.rows(of).among(ids) : []
  const known = new Map(rows.map(row => [row.id, row]))
  const linkOf = (key: HeldKey) => {
    const row = typeof key.id === 'number' ? known.get(key.id) : undefined
    if (!of || !row) return { name: 'Abrir não é possível aqui', path: null }
    return { name: textIn(of, row, titleOf(of))?.trim() || `Nº ${row.id}`, path: `/${of.path}/${row.uuid}` }
  }
  return pairs.map(pair => ({ same: sameInWords(of, pair), into: linkOf(pair.into), from: linkOf(pair.from) }))
}

/** 'Ano 2026, Mês 10': what both have; of a reference only its label, and of what no reader may see that it is equal. */
function sameInWords(of: AnyResource | null, { keys, same }: EqualRows): string {
  const fields = new Map(Object.entries<Field>(of?.fields ?? {}).map(([name, field]) => [keyOf(name, field), field]))
  return keys
    .flatMap((key, at) => {
      const field = fields.get(key.replaceAll('"', ''))
      if (!field) return []
      if (field.kind === 'ref') return [field.label]
      if (field.options.secret) return [`${field.label} igual`]
      return [`${field.label} ${keyInWords(key, field, same[at] ?? '')}`]
    })
    .join(', ')
}
/** Keys of an index are stored words: people read them as the rest of the product writes them. */
function keyInWords(key: string, { kind, options }: Field, value: string): string {
  if (key === 'obligation') return names.get(value) ?? value
  return kind === 'date' ? showDate(value) : (options.choices?.[value] ?? value)
}
const names = new Map<string, string>(Object.entries(obligationNames))
