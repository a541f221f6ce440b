import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff, permission } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { tenancy } from '#features/index.ts'
import { stations } from '#features/stations/stations.ts'
import { stationUploads } from '#features/stations/uploads.ts'
import {
  keptName,
  refuseOverflow,
  refuseReturn,
  refuseTwin,
  takeRoom,
  type FileShelf,
} from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { takesFile } from '#parts/file/taken.server.ts'
import { fileCalled } from '#parts/file/taken.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation } from '#server/operation.ts'
import { linkedTo } from '#server/scope.ts'

const shelf: FileShelf = {
  table: 'station_uploads',
  by: 'station_id',
  of: 'stations',
  client: 'client_id',
  limit: 200 * 1024 ** 2,
  all: 'Os arquivos desta estação',
  among: 'os arquivos da estação',
}
const told = z.strictObject({ name: fileCalled })

export const attachToStation = operation<{ id: string }, z.infer<typeof told>, Buffer>({
  access: 'permission',
  scope: stations,
  id: permission(stations, 'anexar'),
  summary: 'Guardar uma foto ou um documento da estação',
  method: 'POST',
  url: '/api/v1/stations/:id/anexar',
  rate: 'write',
  audit: permission(stationUploads, 'store'),
  ...takesFile,
  params: z.object({ id: key }),
  query: told,
  answers: { 201: doneJson(rowJson(stationUploads)) },
  handle: async (ctx, { params, query, body }) => {
    const { id: station_id, active } = await ctx.transact(inner => inner.rows(stations).hold(params.id))
    if (!active) throw problem('conflict', 'A estação está inativa: reative antes de enviar arquivos.')
    await refuseOverflow(ctx, shelf, station_id, body.length)
    const file = await receiveFile(ctx, query.name, body)
    const made = await ctx.transact(async inner => {
      await refuseTwin(inner, shelf, station_id, file.sha256)
      await takeRoom(inner, shelf, station_id, file.size)
      return inner.rows(stationUploads).create({ ...file, station_id, user_id: ctx.user.id })
    })
    return new Answer(201, done(201, 'Arquivo guardado com sucesso.', made))
  },
})

export const stationUploadsExtension = extend(stationUploads, {
  /** People of a client see the files of their own stations: who shares a tower shares no papers. */
  visible: ({ user, alias, declared }) =>
    isStaff(user)
      ? declared
      : sql`(${declared} and exists (
          select 1 from stations s
          where s.id = ${sql.ref(`${alias}.station_id`)} and ${linkedTo(user, tenancy.members, sql.ref('s.client_id'))}))`,
  beforeUpdate: keptName,
  beforeRevive: (row, ctx) => refuseReturn(ctx, shelf, row.station_id, row),
})
