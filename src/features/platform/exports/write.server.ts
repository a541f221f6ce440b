import * as z from 'zod'
import { permission } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { slugOf } from '#kernel/text.ts'
import { sheetFormats } from '#kernel/sheet.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { listQueryOf, listFacts, listAt, type Lists } from '#features/platform/exports/lists.server.ts'
import type { Spool } from '#parts/file/spool.server.ts'
import { asNumbers, growFile, type GrowthMark } from '#parts/progress/growing.server.ts'
import { tellsEnd } from '#parts/progress/told.server.ts'
import { work } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'
import { openSheet, type SheetMark } from '#server/sheet.ts'
import { mostRows } from '#server/xlsx.ts'

/** Rows per read: a row of the file is in memory only while these are written. */
const chunk = 500

const exportSchema = z.object({ resource: z.string(), format: z.enum(sheetFormats), query: z.string().nullable() })
type ExportRequest = z.infer<typeof exportSchema>

/** Writes a list of any length to a file, limited to what the requester could see. */
export const writeExport = (lists: () => Lists) =>
  work<ExportRequest, GrowthMark<SheetMark>>({
    name: 'exports.write',
    of: exports,
    given: exportSchema,
    needs: ({ resource }) => [`${resource}.csv`, permission(exports, 'store')],
    ended: tellsEnd<{ readonly name: string }>(exports, ({ name }, error) =>
      error === null ? `Exportação pronta: ${name}` : `A exportação falhou: ${name}`,
    ),
    run: (given, job) =>
      growFile(job, {
        list: ctx => idsOf(ctx, lists(), given),
        notation: asNumbers,
        endings: [given.format],
        isKept: async ctx => (await ctx.rows(exports).find(job.id)).sha256 !== null,
        keep: async (ctx, kept) => {
          const { id, name } = await ctx.rows(exports).find(job.id)
          const file = `${slugOf(name).slice(0, 120) || given.resource}.${given.format}`
          return ctx.rows(exports).update(id, { ...kept, file }, undefined, 'guardar')
        },
        write: async ({ rows: ids, next, state, file, reached }) => {
          const { sheet, found, columns } = await sheetOf(await job.lookBack(), lists(), given, {
            id: job.id,
            spool: file(given.format),
            state,
          })
          if (!state) await sheet.start()
          for (let at = 0; at < ids.length; at += chunk) {
            const some = ids.slice(at, at + chunk)
            const rows = await (await job.lookBack()).rows(found).among(some, columns)
            if (rows.length) await sheet.add(rows)
            await reached(next + at + some.length, sheet.mark)
          }
          await sheet.end()
        },
      }),
  })

/** Which rows, in which order. */
async function idsOf(ctx: Ctx, lists: Lists, { resource, format, query }: ExportRequest): Promise<readonly number[]> {
  const found = listAt(ctx, lists, resource)
  const ids = await ctx.rows(found).keys(listQueryOf(ctx, found, query))
  if (format === 'xlsx' && ids.length >= mostRows)
    throw invalid({ format: 'Uma planilha do Excel guarda até 1.048.575 linhas: use um filtro, ou peça em CSV.' })
  return ids
}

interface SheetPlace {
  /** The export's. */
  readonly id: string
  readonly spool: Spool
  readonly state: SheetMark | null
}

/** The list, and its sheet as far as it was written. */
async function sheetOf(
  ctx: Ctx,
  lists: Lists,
  { resource, format, query }: ExportRequest,
  { id, spool, state }: SheetPlace,
) {
  const found = listAt(ctx, lists, resource)
  const asked = listQueryOf(ctx, found, query)
  const { created_at, user } = await ctx.rows(exports).find(id)
  const [year = 1980, month = 1, day = 1] = dayIn(new Date(created_at)).day.split('-').map(Number)
  const facts = await listFacts(ctx, lists, found, asked, user)
  const about = { resource: found, reader: ctx.user, facts, columns: asked.columns, stamp: { year, month, day } }
  return { found, columns: asked.columns, sheet: openSheet(format, spool, about, state ?? undefined) }
}
