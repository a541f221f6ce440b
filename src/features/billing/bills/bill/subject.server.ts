import { showMoney, showMonth } from '#kernel/show.ts'

/** One line of what a bill is made of. */
export interface SubjectItem {
  readonly name: string
  /** Reais. */
  readonly value: number
}
/** What a bill says of itself, as `subjectColumns` read it. */
export interface BillSubject {
  readonly finance_type: string
  /** 'AAAA-MM', of a bill made for a month. */
  readonly competence: string | null
  /** 'AAAA-MM-DD' */
  readonly due_date: string
  readonly items: readonly SubjectItem[]
}

const months = "array['jan','fev','mar','abr','mai','jun','jul','ago','set','out','nov','dez']"
/** SQL: 'nov/2026' of a month and a year. */
export const monthNameSql = (month: string, year: string) => `((${months})[(${month})::int] || '/' || (${year})::int)`

const itemsOf = (alias: string) => `bills_to_receive_items item where item.parent_id = ${alias}.id and item.active`
const typeOf = (alias: string) => `(select type.name from finance_types type where type.id = ${alias}.finance_type_id)`

/** SQL: what the bill under `alias` is for, in one line: 'Vistoria da torre', 'Assessoria e mais 2 · nov/2026'; its type where it has no items. */
export const subjectSql = (alias: string) => `(coalesce(
    (select (array_agg(item.name order by item.position))[1] || case when count(*) > 1 then ' e mais ' || count(*) - 1 else '' end
      from ${itemsOf(alias)}), ${typeOf(alias)})
  || coalesce(' · ' || ${monthNameSql(`right(${alias}.competence, 2)`, `left(${alias}.competence, 4)`)}, ''))`

/** SQL columns of a `BillSubject`. */
export const subjectColumns = (alias: string) => `${alias}.competence, ${alias}.due_date::text as due_date,
  ${typeOf(alias)} as finance_type,
  (select coalesce(json_agg(json_build_object('name', item.name, 'value', item.value::float8) order by item.position), '[]')
    from ${itemsOf(alias)}) as items`

/** The same at length, a line each: every item, with its value where there are several. */
export function subjectLines({ finance_type, competence, due_date, items }: BillSubject): readonly string[] {
  const [year = 0, month = 0] = (competence ?? due_date).split('-').map(Number)
  if (!items.length) return [`${finance_type} · ${showMonth(year, month)}`]
  return items.map(({ name, value }) =>
    [name, competence && showMonth(year, month), items.length > 1 && showMoney(value)].filter(Boolean).join(' · '),
  )
}
