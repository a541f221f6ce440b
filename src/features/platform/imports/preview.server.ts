import type { RowsLook } from '#features/platform/imports/section/api.ts'
import type { ProblemGroup, ReviewRow } from '#features/platform/imports/section/schema.ts'
import type { ImportRule, NoticeRule } from '#features/platform/imports/section/section.ts'
import { sql } from 'kysely'
import { verdicts } from '#features/platform/imports/section/section.ts'
import type { ImportState } from '#features/platform/imports/writing/work.server.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

const PAGE_SIZE = 50

/** Returns one page of the judged rows that match a filter, and the totals of all rows. */
export async function previewOf(ctx: Ctx, { id }: ImportState, { verdict, problem, page }: RowsLook) {
  const [column = '', rule] = problem?.split(':') ?? []
  const wanted = [
    sql`import_id = ${id}`,
    ...(verdict === undefined
      ? []
      : [verdict in verdicts ? sql`verdict = ${verdict}` : sql`row = lead and state = ${verdict}`]),
    ...(rule === undefined
      ? []
      : [
          sql`(problems || refusals || notices || remarks) @> ${JSON.stringify([{ column: column || null, rule }])}::jsonb`,
        ]),
  ]
  const where = sql.join(wanted, sql` and `)
  const [{ rows: data }, { rows: totals }, { rows: counted }] = [
    await sql<ReviewRow>`
      select row, lead, cells, original, verdict, problems || refusals as problems, notices || remarks as notices, changes, target, state, said
      from import_rows where ${where} order by row limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(
      ctx.sql,
    ),
    await sql<{ n: number }>`select count(*)::int as n from import_rows where ${where}`.execute(ctx.sql),
    await sql<{ verdict: string | null; state: string | null; n: number; units: number }>`
      select verdict, state, count(*)::int as n, (count(*) filter (where row = lead))::int as units
      from import_rows where import_id = ${id} group by 1, 2`.execute(ctx.sql),
  ]
  const sum = (of: 'n' | 'units', by: 'verdict' | 'state') => {
    const found: Record<string, number> = {}
    for (const each of counted) {
      const key = each[by] ?? 'esperando'
      found[key] = (found[key] ?? 0) + each[of]
    }
    return found
  }
  return {
    data,
    total: totals[0]?.n ?? 0,
    page,
    size: PAGE_SIZE,
    rows: counted.reduce((all, { n }) => all + n, 0),
    counts: sum('n', 'verdict'),
    units: { ...sum('units', 'verdict'), ...sum('units', 'state') },
  }
}

type GroupOf<R> = Omit<ProblemGroup, 'label' | 'rule'> & { readonly rule: R }

/** Everything that is wrong at once: by column and rule, the most frequent first, with the values most often refused. */
export const problemsOf = (ctx: Ctx, { id }: ImportState) =>
  groupsOf<ImportRule>(ctx, id, sql`r.problems || r.refusals`, sql`r.verdict = 'recusada'`)

/** What is left out of rows that go in, and what was changed in them, in the same groups. */
export const noticesOf = (ctx: Ctx, { id }: ImportState) =>
  groupsOf<NoticeRule>(ctx, id, sql`r.notices || r.remarks`, sql`(r.notices <> '[]' or r.remarks <> '[]')`)

async function groupsOf<R>({ sql: db }: Ctx, id: number, of: Part, which: Part): Promise<readonly GroupOf<R>[]> {
  const { rows } = await sql<GroupOf<R>>`
    with found as (
      select r.row, p ->> 'column' as "column", p ->> 'rule' as rule, p ->> 'value' as value, p ->> 'message' as message, p -> 'among' as among
      from import_rows r, jsonb_array_elements(${of}) p where r.import_id = ${id} and ${which}),
    valued as (
      select "column", rule, value, count(*)::int as rows, (array_agg(among) filter (where among is not null))[1] as among
      from found group by 1, 2, 3),
    ranked as (select *, row_number() over (partition by "column", rule order by rows desc, value) as at from valued)
    select f."column", f.rule, min(f.message) as message, count(*)::int as rows, min(f.row) as first, max(f.row) as last,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', v.value, 'rows', v.rows, 'among', v.among)) order by v.at), '[]'::jsonb)
        from ranked v where v."column" is not distinct from f."column" and v.rule = f.rule and v.at <= ${valuesShown} and v.value <> '') as values
    from found f group by f."column", f.rule order by rows desc, f."column", f.rule limit 100`.execute(db)
  return rows
}
/** Values of a group that are listed: what may be chosen among is pressed one by one. */
const valuesShown = 20
