import { sql } from 'kysely'
import { bareText } from '#kernel/condition.ts'
import { isBare } from '#kernel/format.ts'
import { isStaff, type User } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { tableOf, titleOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import type { PaletteGroup } from '#features/platform/palette/api.ts'
import { mostFound, mostOfKind, openKinds, type PaletteKind } from '#features/platform/palette/kinds.ts'
import { shownRow, rowColumns, type StoredHit } from '#features/platform/palette/row.server.ts'
import { isLongEnough, readPaletteWords, type PaletteWords } from '#features/platform/palette/words.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/part.ts'
import { listedSql, visibilityOf } from '#server/scope.ts'
import { likeText } from '#server/filter.ts'
import { searchSql } from '#server/search.ts'
import { andAll, columnSql, orAny } from '#server/sql.ts'

interface FoundHit extends StoredHit {
  readonly rank: number
}

/** Rows of a kind that are put in order: of more matches than these the best may be missed, which the next letter cures. */
const [mostStarting, mostMatching] = [60, 100]
/** A frequent word is in enough of the newest rows: the index, which would answer with all that have it, is then not read. */
const newestRead = 500

/** What is searched for, by whom. */
interface PaletteSearch {
  readonly catalog: Catalog
  readonly user: User
  readonly words: PaletteWords
  /** Rows of a kind that are answered. */
  readonly most: number
}

/**
 * Finds rows of every kind the reader may list, or of one, in one statement, each kind narrowed as its list is. Each kind reads
 * few rows: what begins with the words, what has them, and what its reader opened lately.
 */
export async function findRows(
  { catalog, db, user }: { readonly catalog: Catalog; readonly db: Sql; readonly user: User },
  typed: string,
  only?: string,
): Promise<readonly PaletteGroup[]> {
  const words = readPaletteWords(typed, dayIn(new Date()).day)
  if (!words.text && !words.number) return []
  const kinds = openKinds(user).filter(({ of }) => only === undefined || of.path === only)
  const most = only === undefined ? mostOfKind : mostFound
  const parts = kinds.flatMap(kind => kindSql({ catalog, user, words, most }, kind) ?? [])
  if (!parts.length) return []
  const { rows } = await sql<FoundHit>`
    with lately as materialized (select kind, row_id, opened_at from recent_rows where user_id = ${user.id})
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return grouped(kinds, rows, most)
}

/** The groups in the order of their best row, until the answer is full. */
function grouped(kinds: readonly PaletteKind[], rows: readonly FoundHit[], most: number): readonly PaletteGroup[] {
  const groups = kinds
    .flatMap(kind => {
      const own = rows.filter(row => row.kind === kind.of.path)
      return own.length ? [{ kind, own, best: Math.min(...own.map(({ rank }) => rank)) }] : []
    })
    .toSorted((one, other) => one.best - other.best)
  let room = mostFound
  return groups.flatMap(({ kind, own }) => {
    const shown = own.slice(0, Math.min(most, room))
    room -= shown.length
    return shown.length
      ? [{ kind: kind.of.path, rows: shown.map(row => shownRow(kind, row)), more: own.length > shown.length }]
      : []
  })
}

/** How rows of a kind are found: conditions that an index answers, what puts a row before others, and the order of those alike. */
interface KindSearch {
  readonly starting: readonly Part[]
  /** Of rows that may be many. */
  readonly matching?: Part | null
  readonly rank: Part
  readonly order: Part
  /** An index has the rows of each condition in this order. */
  readonly isWalked?: true
}

function kindSql(search: PaletteSearch, kind: PaletteKind): Part | null {
  const { catalog, user, most } = search
  const found = kind.by.length ? byWords(search, kind) : byMonth(search)
  if (!found?.starting.length) return null
  const { starting, matching, rank, order, isWalked } = found
  const [table, path] = [sql.table(tableOf(kind.of)), sql.lit(kind.of.path)]
  const seen = listedSql(catalog, kind.of, user)
  const ids = (from: Part, where: Part) => sql`select t.id from ${from} t where ${seen} and ${where}`
  const newest = sql`(select * from ${table} n order by n.id desc limit ${sql.lit(newestRead)})`
  const among = [
    ...starting.map(
      where => sql`(${ids(table, where)} ${isWalked ? sql`order by ${order}` : sql``} limit ${sql.lit(mostStarting)})`,
    ),
    ...(matching
      ? [
          sql`(select m.id from (${ids(newest, matching)} union all ${ids(table, matching)}) m limit ${sql.lit(mostMatching)})`,
        ]
      : []),
    sql`(select t.id from lately l join ${table} t on t.id = l.row_id where l.kind = ${path} and ${seen} and ${orAny([...starting, ...(matching ? [matching] : [])])})`,
  ]
  return sql`
    (select ${rowColumns(catalog, kind, user)}, t.rank from (
      select t.*, l.opened_at, ${rank} as rank, row_number() over (order by ${order}) as turn
      from ${table} t left join lately l on l.kind = ${path} and l.row_id = t.id
      where t.id = any(array(${sql.join(among, sql` union all `)}))
      order by rank, l.opened_at desc nulls last, turn limit ${sql.lit(most + 1)}) t
    order by t.rank, t.opened_at desc nulls last, t.turn)`
}

/** What a text may be in the fields of a kind, over `t`. */
function matchesOf({ catalog, user }: PaletteSearch, { of, by }: Pick<PaletteKind, 'of' | 'by'>, text: string) {
  const outside = !isStaff(user)
  const sight = visibilityOf(catalog, user)
  const [first = ''] = text.split(' ')
  const fields = by.flatMap(name => {
    const field = of.fields[name]
    return field && !(outside && field.options.internal)
      ? [{ column: columnSql(catalog, of, name, 't', sight), bare: isBare(field) }]
      : []
  })
  const code = text.includes(' ') ? '' : bareText(text)
  const texts = fields.flatMap(({ column, bare }) => (bare ? [] : [column]))
  const wordBegun = isLongEnough(text) ? first : text
  const codes = (test: (column: Part) => Part) =>
    /\d/.test(code) ? fields.flatMap(({ column, bare }) => (bare ? [test(column)] : [])) : []
  const begins = text
    ? [
        // As a range, so that an index answers it whatever the text is.
        ...texts.map(
          column =>
            sql`(plain(${column}) ~>=~ plain(${text}) and plain(${column}) ~<~ (plain(${text}) || chr(1114111)))`,
        ),
        ...codes(column => sql`${column} like ${`${code}%`}`),
      ]
    : []
  return {
    equal: text
      ? [...texts.map(column => sql`plain(${column}) = plain(${text})`), ...codes(column => sql`${column} = ${code}`)]
      : [],
    begins,
    wordBegins: first ? texts.map(column => sql`plain(${column}) like plain(${`% ${likeText(wordBegun)}%`})`) : [],
    words: isLongEnough(text)
      ? searchSql(catalog, { ...of, list: { ...of.list, search: [...by] } }, text, { outside, sight })
      : null,
  }
}

function byWords(search: PaletteSearch, kind: PaletteKind): KindSearch | null {
  const { words, catalog, user } = search
  const { equal, begins, wordBegins, words: matching } = matchesOf(search, kind, words.text)
  const { number } = words
  const isNumber = number && kind.numbered && (!number.after || kind.numbered.includes(number.after))
  const ids = isNumber ? [sql`t.id = ${number.value}`] : []
  // Words too short for the indexes are looked for at the beginning of a word alone.
  const starting = [...ids, ...begins, ...(matching ? [] : wordBegins)]
  if (!starting.length) return null
  const title = columnSql(catalog, kind.of, titleOf(kind.of), 't', visibilityOf(catalog, user))
  return {
    starting: [orAny(starting)],
    matching,
    rank: sql`case when ${orAny([...ids, ...equal])} then 0 when ${orAny(begins)} then 1 when ${orAny(wordBegins)} then 2 else 3 end`,
    order: kind.newest ? sql`t.id desc` : sql`${title} collate pt_br, t.id`,
  }
}

/** Coletas of the months that are meant, of clients or fistels that have the other words. */
function byMonth(search: PaletteSearch): KindSearch | null {
  const { months, besides, isDated } = search.words
  if (!months.length) return null
  const ownersOf = (kind: Pick<PaletteKind, 'of' | 'by'>) => {
    const { begins, wordBegins, words } = matchesOf(search, kind, besides)
    return sql`(select t.id from ${sql.table(tableOf(kind.of))} t where ${words ?? orAny([...begins, ...wordBegins])})`
  }
  const owners = besides
    ? [
        sql`t.client_id in ${ownersOf({ of: clients, by: ['name', 'fantasy_name', 'document'] })}`,
        ...(/\d/.test(besides) ? [sql`t.fistel_id in ${ownersOf({ of: fistels, by: ['fistel'] })}`] : []),
      ]
    : []
  return {
    starting: months.map(({ year, month }) =>
      andAll([sql`t.year = ${year} and t.month = ${month}`, ...(owners.length ? [orAny(owners)] : [])]),
    ),
    rank: sql.lit(isDated ? 0 : 2),
    order: sql`t.year desc, t.month desc, t.id desc`,
    isWalked: true,
  }
}
