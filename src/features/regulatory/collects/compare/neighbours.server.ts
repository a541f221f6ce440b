import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import {
  compareWithLastMonth,
  findPendingCollect,
  readNextCollect,
  readPreviousCollect,
} from '#features/regulatory/collects/compare/api.ts'
import { compareMonths } from '#features/regulatory/collects/compare/compare.ts'
import { previous } from '#parts/period/period.ts'
import { filling } from '#features/regulatory/collects/coleta/steps.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The coleta of the same client and fistel before or after a month; null when there is none to see. */
type FistelMonth = Pick<Collect, 'fistel_id' | 'year' | 'month'>
async function neighbour(ctx: Ctx, { fistel_id, year, month }: FistelMonth, way: 'before' | 'after') {
  const [than, order] = way === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const { rows } = await sql<{ id: number }>`
    select id from collects
    where fistel_id = ${fistel_id} and (year, month) ${than} (${year}::int, ${month}::int) and deleted_at is null
    order by year ${order}, month ${order} limit 1`.execute(ctx.sql)
  return rows[0] ? ctx.rows(collects).find(rows[0].id) : null
}

/** The coleta of the same fistel of the month before; null when there is none to see. */
export async function lastMonthOf(ctx: Ctx, collect: FistelMonth) {
  const found = await neighbour(ctx, collect, 'before')
  const last = previous(collect)
  return found?.year === last.year && found.month === last.month ? found : null
}

/** The same of many, by the coleta's id, its rows found in one statement. */
export async function lastMonthsOf(
  ctx: Ctx,
  some: readonly Pick<Collect, 'id'>[],
): Promise<ReadonlyMap<number, Collect>> {
  const { rows } = await sql<{ id: number; before: number }>`
    select k.id, p.id as before from collects k
    join collects p on p.fistel_id = k.fistel_id and p.deleted_at is null and p.year * 12 + p.month = k.year * 12 + k.month - 1
    where k.id = any(${some.map(({ id }) => id)}::bigint[])`.execute(ctx.sql)
  const found = new Map<number, Collect>()
  for (const { id, before } of rows) {
    const row = await ctx.rows(collects).seek(before)
    if (row) found.set(id, row)
  }
  return found
}

const neighbourOf = async (ctx: Ctx, id: string, way: 'before' | 'after') => ({
  data: await neighbour(ctx, await ctx.rows(collects).find(id), way),
})

const comparing = serve(compareWithLastMonth, async (ctx, { id }) => {
  const collect = await ctx.rows(collects).find(id)
  const before = await lastMonthOf(ctx, collect)
  const known = before && { uuid: before.uuid, year: before.year, month: before.month }
  return { data: { with: known, ...compareMonths(collect, before) } }
})

/** Round and round by the clients' names: after the last comes the first. */
const pending = serve(findPendingCollect, async (ctx, { id: given }) => {
  const { id, year, month } = await ctx.rows(collects).find(given)
  const query = listQuery(collects, {
    'filter[year]': String(year),
    'filter[month]': String(month),
    active: 'true',
    sort: 'client,fistel',
  })
  const all = await ctx.rows(collects).list(query)
  const at = all.findIndex(each => each.id === id)
  const left = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].filter(({ status }) =>
    filling.includes(status?.name ?? ''),
  )
  return { data: left[0] ? { uuid: left[0].uuid, client: left[0].client.name, left: left.length } : null }
})

/** The months around a coleta, what changed since the one before, and the next one to work on. */
export const neighbourOperations = [
  serve(readPreviousCollect, (ctx, { id }) => neighbourOf(ctx, id, 'before')),
  serve(readNextCollect, (ctx, { id }) => neighbourOf(ctx, id, 'after')),
  comparing,
  pending,
] as const
