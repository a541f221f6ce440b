import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { clientLimit, clients } from '#features/clients/clients/clients.ts'
import { familiesFor } from '#features/regulatory/anatel/infrastructure-layouts.ts'
import { dutyOf } from '#features/regulatory/obligations/duties.ts'
import { followed, standings, type CollectsRead } from '#features/regulatory/obligations/load.server.ts'
import { readFilingBoard } from '#features/regulatory/infrastructure/api.ts'
import { leftOutOf, planOf, reasonsInWords } from '#features/regulatory/infrastructure/check.ts'
import { filingDuty, type FilingStep } from '#features/regulatory/infrastructure/filings.ts'
import { noNetwork } from '#features/regulatory/infrastructure/network.ts'
import { networksOf } from '#features/regulatory/infrastructure/network.server.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Memory has this many networks at once. */
const atOnce = 200

interface BoardClient {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly filing: string | null
  readonly step: FilingStep | null
  readonly edition: number | null
  readonly sent_on: string | null
  readonly protocol: string | null
}

/** Reads the clients the year concerns: those who owe it, have stations, or have a filing. */
async function concerned(ctx: Ctx, year: number, owing: readonly number[]): Promise<readonly BoardClient[]> {
  const seen = await ctx.rows(clients).keys(listQuery(clients, { pagination: 'false' }), clientLimit)
  const { rows } = await sql<BoardClient>`
    select c.id, c.uuid, c.name, f.uuid as filing, f.step, f.edition, f.sent_on::text as sent_on, f.protocol
    from clients c
    left join infrastructure_filings f on f.client_id = c.id and f.year = ${year} and f.deleted_at is null
    where c.id = any(${seen}::bigint[]) and c.deleted_at is null and not c.prospect
      and (c.id = any(${owing}::bigint[]) or f.id is not null
        or c.active and exists (select 1 from stations s where s.client_id = c.id and s.active and s.deleted_at is null))
    order by c.name collate pt_br, c.id`.execute(ctx.sql)
  return rows
}

/** The feature of coletas hands in which clients owe a filing. */
export const board = (collects: CollectsRead) =>
  serve(readFilingBoard, async (ctx, { query: { year } }) => {
    const today = dayIn(new Date()).day
    const duty = dutyOf(followed(ctx.config), filingDuty, String(year))
    const span = duty && { from: duty.due, to: duty.due }
    const told = span ? await standings(ctx, collects, span, today) : []
    const items = told.filter(each => each.duty.rule.id === filingDuty).flatMap(each => each.items)
    const standing = new Map(items.map(item => [item.client.id, item]))
    const rows = await concerned(ctx, year, [...standing.keys()])
    const family = familiesFor(year)[0] ?? '2021'
    const data = []
    for (let at = 0; at < rows.length; at += atOnce) {
      const some = rows.slice(at, at + atOnce)
      const networks = await networksOf(
        ctx.sql,
        some.map(({ id }) => id),
      )
      for (const { id, uuid, name, step, edition, sent_on, protocol } of some) {
        const plan = planOf(networks.get(id) ?? noNetwork, family, today)
        data.push({
          client: { id, uuid, name },
          situation: standing.get(id)?.situation ?? null,
          lapsed: standing.get(id)?.lapsed ?? null,
          step,
          edition: edition ?? 0,
          sent_on,
          protocol,
          stations: plan.told,
          links: plan.links.proprios.length + plan.links.contratados.length,
          left_out: leftOutOf(plan),
          why: plan.told ? reasonsInWords(plan) : 'Sem estações registradas.',
        })
      }
    }
    return { data, duty: duty && { opens: duty.opens, legal: duty.legal, due: duty.due }, today }
  })
