import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import type { ClientIdentity } from '#features/clients/clients/client-keys.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { compareWithAnatel } from '#features/regulatory/infrastructure/api.ts'
import type { Compared, CompareErrand } from '#features/regulatory/infrastructure/compare-child.server.ts'
import type { DoubtfulMatch, OurStation } from '#features/regulatory/infrastructure/compare.ts'
import { longFileLimits } from '#features/regulatory/infrastructure/long-file.ts'
import { noNetwork } from '#features/regulatory/infrastructure/network.ts'
import { networksOf } from '#features/regulatory/infrastructure/network.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import { tooMuch } from '#parts/table/table.server.ts'
import { withPassingFile } from '#parts/file/passing.server.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const compareRoute = serve(compareWithAnatel, async (ctx, { query, body }) => {
  const client = await ctx.rows(clients).find(query.client, [])
  const { ours, unlicensed } = await oursOf(ctx, client.id)
  const identity = await identityOf(ctx, client)
  const compared = await withPassingFile(ctx.config, body, longFileLimits.sent, path =>
    compareInChild(
      { user: ctx.user.id },
      { path, sheet: query.sheet, client: identity, ours, tolerance: query.tolerance },
    ),
  )
  if (typeof compared === 'string') throw invalid({ file: compared })
  const { told } = compared
  const { equal, ...found } = compared.found
  return {
    data: {
      client: { id: client.id, uuid: client.uuid, name: client.name },
      tolerance: query.tolerance,
      ours: ours.length,
      unlicensed,
      theirs: told.stations.length,
      lines: told.lines,
      others: told.others,
      ownerless: told.ownerless,
      repeated: told.repeated,
      told_by: told.told_by,
      unread: told.unread,
      unread_total: told.unread_total,
      notes: told.notes,
      equal: equal.length,
      ...found,
      doubtful: found.doubtful.map(rounded),
      numbers: found.numbers.map(rounded),
      places: found.places.map(rounded),
    },
  }
})

/** Milliseconds: the longest of the agency's files, of 984 MB, takes some 45 s where others work too. */
const mostTime = 150_000
/** Millions of lines are read and compared in a process of their own: others are answered meanwhile. */
async function compareInChild(asker: Asker, given: CompareErrand): Promise<Compared | string> {
  let compared: Compared | string = tooMuch
  try {
    await workInChild<Compared | string>(
      { from: import.meta.url, name: 'compare-child', ms: mostTime },
      asker,
      given,
      told => {
        compared = told
      },
    )
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  return compared
}

const rounded = <T extends DoubtfulMatch>({ distance, ...match }: T) => ({
  ...match,
  distance: distance === null ? null : Math.round(distance * 10) / 10,
})

/** What the client's lines are found by in a file of everybody's. */
async function identityOf(
  { sql: db }: Ctx,
  client: {
    readonly id: number
    readonly document: string
    readonly name: string
    readonly fantasy_name: string | null
  },
): Promise<ClientIdentity> {
  const { rows } = await sql<{ fistel: string }>`
    select fistel from fistels where client_id = ${client.id} and deleted_at is null`.execute(db)
  return {
    document: client.document,
    fistels: rows.map(({ fistel }) => fistel),
    names: [client.name, client.fantasy_name].filter(name => name !== null),
  }
}

/** The client's own stations that are in use: what is shared with it is licensed to another, and what is virtual or in a cloud to nobody. */
async function oursOf({ sql: db }: Ctx, client: number) {
  const { stations } = (await networksOf(db, [client])).get(client) ?? noNetwork
  const own = stations.filter(({ active, borrowed }) => active && !borrowed)
  const licensed = own.filter(({ type }) => type !== 'virtual' && type !== 'nuvem')
  const ours = licensed.map(({ uuid, name, number, place }): OurStation => ({ uuid, name, number, place }))
  return { ours, unlicensed: own.length - ours.length }
}
