import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as z from 'zod'
import { integer, list, maybe, titledShape, shape, string } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import type { ClientIdentity } from '#features/clients/clients/client-keys.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { Compared, CompareErrand } from '#features/regulatory/infrastructure/compare-child.server.ts'
import type { DoubtfulMatch, OurStation } from '#features/regulatory/infrastructure/compare.ts'
import { infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import { longFileLimits } from '#features/regulatory/infrastructure/long-file.ts'
import { noNetwork } from '#features/regulatory/infrastructure/network.ts'
import { networksOf } from '#features/regulatory/infrastructure/network.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import { tooMuch } from '#parts/table/table.server.ts'
import { withPassingFile } from '#parts/file/passing.server.ts'
import { key } from '#server/crud.ts'
import { operation, type Ctx } from '#server/operation.ts'

const metres = 'Informe a tolerância em metros, de 1 a 100.000.'
const compareSchema = z.strictObject({
  client: key,
  tolerance: z.coerce.number(metres).int(metres).min(1, metres).max(100_000, metres).default(50),
  sheet: z.string().max(120).optional(),
})
type CompareQuery = z.infer<typeof compareSchema>

const degree = { type: 'number', description: 'Graus decimais, WGS 84' }
const placeJson = maybe(titledShape('infrastructure.place', shape({ lat: degree, lng: degree })))
const ourJson = titledShape(
  'infrastructure.ours',
  shape({ uuid: string, name: string, number: maybe(string), place: placeJson }),
)
const theirJson = titledShape(
  'infrastructure.theirs',
  shape({ line: integer, number: maybe(string), name: maybe(string), place: placeJson, doubt: maybe(string) }),
)
const distanceJson = maybe({ type: 'number', description: 'Metros' })
const matchJson = titledShape(
  'infrastructure.match',
  shape({ ours: ourJson, theirs: theirJson, distance: distanceJson }),
)
const doubtfulJson = titledShape(
  'infrastructure.doubtful',
  shape({ ours: maybe(ourJson), theirs: theirJson, distance: distanceJson }),
)

/** Compares our stations with those of a regulator's file; it stores nothing of it. */
export const compareOperation = operation<unknown, CompareQuery, Readable>({
  id: 'infrastructure-filings.comparar',
  summary: 'Comparar as estações de um cliente com as de um arquivo da Anatel, sem gravar nada',
  method: 'POST',
  url: '/api/v1/infrastructure-filings/comparar',
  access: 'permission',
  scope: infrastructureFilings,
  rate: 'heavy',
  audit: null,
  // Reading a long file must not hold a transaction.
  transaction: 'own',
  // The general file is longer than memory: it lies on the disk while it is read.
  media: ['application/vnd.anatel.csv', 'application/zip', 'application/gzip'],
  stream: true,
  limit: longFileLimits.sent,
  query: compareSchema,
  body: z.instanceof(Readable, { error: 'Envie o arquivo no corpo do pedido.' }),
  answers: {
    200: shape({
      data: shape({
        client: shape({ id: integer, uuid: string, name: string }),
        tolerance: integer,
        ours: integer,
        unlicensed: integer,
        theirs: integer,
        lines: integer,
        others: integer,
        ownerless: integer,
        repeated: integer,
        notes: list(string),
        told_by: maybe(string),
        unread: list(shape({ line: integer, number: maybe(string), said: string })),
        unread_total: integer,
        equal: integer,
        missing_here: list(theirJson),
        missing_there: list(ourJson),
        not_compared: list(ourJson),
        doubtful: list(doubtfulJson),
        numbers: list(matchJson),
        places: list(matchJson),
      }),
    }),
  },
  handle: async (ctx, { query, body }) => {
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
  },
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
