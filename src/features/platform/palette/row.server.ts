import { sql } from 'kysely'
import { isStaff, type User } from '#kernel/access.ts'
import { formats } from '#kernel/format.ts'
import { titleOf } from '#kernel/resource.ts'
import type { PaletteRow } from '#features/platform/palette/api.ts'
import type { PaletteKind } from '#features/platform/palette/kinds.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { label, periodOf } from '#parts/period/period.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Part } from '#server/part.ts'
import { visibilityOf } from '#server/scope.ts'
import { titleSql } from '#server/sql.ts'

/** A row as the database answers it. */
export interface StoredHit extends Omit<PaletteRow, 'name' | 'about'> {
  readonly title: string | null
  readonly about: readonly (string | null)[]
  /** The first day of the month of a coleta. */
  readonly month: string | null
}

/** Selects what the palette shows of a row under `t`, each reference as far as its reader sees it. */
export function rowColumns(catalog: Catalog, { of, about }: PaletteKind, user: User): Part {
  const sight = visibilityOf(catalog, user)
  const shown = (name: string) => titleSql(catalog, { ...of, list: { ...of.list, columns: [name] } }, 't', sight)
  const isHidden = (name: string) => !isStaff(user) && of.fields[name]?.options.internal
  const facts = about.map(name => (isHidden(name) ? sql`null` : sql`(${shown(name)})::text`))
  const month = of.path === collects.path ? sql`make_date(t.year, t.month, 1)::text` : sql`null::text`
  return sql`${of.path}::text as kind, t.id, t.uuid, t.active, (${shown(titleOf(of))})::text as title, array[${sql.join(facts)}]::text[] as about, ${month} as month`
}

/** What is stored of a field as people read it: an id with its sign. */
function inWords({ of }: PaletteKind, name: string, value: string): string {
  const field = of.fields[name]
  if (field?.kind === 'integer') return `#${value}`
  const { format } = field?.options ?? {}
  return format ? formats[format].show(value) : value
}

export function shownRow(kind: PaletteKind, { id, uuid, active, title, about, month }: StoredHit): PaletteRow {
  const name = title === null ? '' : inWords(kind, titleOf(kind.of), title)
  const facts = kind.about.flatMap((each, at) => {
    const value = about[at]
    return value && value !== title ? [inWords(kind, each, value)] : []
  })
  return {
    kind: kind.of.path,
    id,
    uuid,
    name: month ? `${label(periodOf(month))} · ${name}` : name,
    about: facts.join(' · '),
    active,
  }
}
