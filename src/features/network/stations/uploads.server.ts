import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { tenancy } from '#features/index.ts'
import { attachToStation } from '#features/network/stations/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import {
  nameWithExtension,
  refuseOverflow,
  refuseReturn,
  refuseTwin,
  takeRoom,
  type FileShelf,
} from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { linkedTo } from '#server/scope.ts'
import { serve } from '#server/serve.ts'

const shelf: FileShelf = {
  table: 'station_uploads',
  by: 'station_id',
  of: 'stations',
  client: 'client_id',
  limit: 200 * 1024 ** 2,
  all: 'Os arquivos desta estação',
  among: 'os arquivos da estação',
}

export const attachRoute = serve(attachToStation, async (ctx, { id, query, body }) => {
  const { id: station_id, active } = await ctx.transact(inner => inner.rows(stations).hold(id))
  if (!active) throw problem('conflict', 'A estação está inativa: reative antes de enviar arquivos.')
  await refuseOverflow(ctx, shelf, station_id, body.length)
  const file = await receiveFile(ctx, query.name, body)
  const made = await ctx.transact(async inner => {
    await refuseTwin(inner, shelf, station_id, file.sha256)
    await takeRoom(inner, shelf, station_id, file.size)
    return inner.rows(stationUploads).create({ ...file, station_id, user_id: ctx.user.id })
  })
  return new Answer(201, doneAnswer(201, 'Arquivo guardado com sucesso.', made))
})

export const stationUploadsExtension = extend(stationUploads, {
  /** People of a client see the files of their own stations: who shares a tower shares no papers. */
  visible: ({ user, alias, declared }) =>
    isStaff(user)
      ? declared
      : sql`(${declared} and exists (
          select 1 from stations s
          where s.id = ${sql.ref(`${alias}.station_id`)} and ${linkedTo(user, tenancy.members, sql.ref('s.client_id'))}))`,
  beforeUpdate: nameWithExtension,
  beforeRevive: (row, ctx) => refuseReturn(ctx, shelf, row.station_id, row),
})
