import * as z from 'zod'
import { permission } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { slugOf } from '#kernel/text.ts'
import { exports } from '#features/jobs/jobs.ts'
import { askedOf, factsOf, listAt, type Lists } from '#features/jobs/lists.server.ts'
import { dropSpool, openSpool, spoolPath, spoolSize, type Spool } from '#parts/file/spool.server.ts'
import { keepWritten } from '#parts/file/store.server.ts'
import { work, type Job } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'
import { openSheet, sheetFormats, type SheetMark } from '#server/sheet.ts'
import { mostRows } from '#server/xlsx.ts'

/** Rows read at once: a request that waits for the embedded engine waits for these. */
const chunk = 500
/** Milliseconds between two moments the work could be gone on from. */
const between = 400
/** Bytes of an id in the list of those to write. */
const wide = 8

const given = z.object({ resource: z.string(), format: z.enum(sheetFormats), query: z.string().nullable() })
type Given = z.infer<typeof given>
interface Mark {
  /** Whose rights these rows were read with: who tries again has their own. */
  readonly user_id: number
  /** Rows written; the ids of all of them stand in a file beside. */
  readonly next: number
  readonly total: number
  /** Bytes of the sheet so far. */
  readonly at: number
  readonly sheet: SheetMark
}

/**
 * A list of any length as a file. The list is as it stood when the work began: its ids are written down in their order first,
 * and its rows read by them, so that nothing is told twice or forgotten while others work. Whoever reads the file later sees
 * what the one who asked for it was allowed to see.
 */
export const writeExport = (lists: () => Lists) =>
  work<Given, Mark>({
    name: 'exports.write',
    of: exports,
    given,
    needs: ({ resource }) => [`${resource}.csv`, permission(exports, 'store')],
    run: async (given, job) => {
      const { config, user, ...ctx } = await job.look()
      if ((await ctx.rows(exports).find(job.id)).sha256) return
      const names = { ids: `${job.id}.ids`, sheet: `${job.id}.${given.format}` }
      const left = job.mark?.user_id === user.id && (await isStillThere(config, names, job.mark)) ? job.mark : null
      const total = left?.total ?? (await list(given, job, lists(), names.ids))
      const ids = await openSpool(config, names.ids, total * wide)
      const sheet = await openSpool(config, names.sheet, left?.at ?? 0)
      try {
        await write(given, job, lists(), { ids, sheet, total, left })
      } finally {
        await ids.close()
        await sheet.close()
      }
      const kept = await keepWritten({ config, sql: ctx.sql }, spoolPath(config, names.sheet))
      await job.chunk(async ctx => {
        const { id, name } = await ctx.rows(exports).find(job.id)
        const file = `${slugOf(name).slice(0, 120) || given.resource}.${given.format}`
        await ctx.rows(exports).update(id, { ...kept, file }, undefined, 'guardar')
        return { mark: null, rows_done: total, rows_total: total }
      })
      await dropSpool(config, names.ids)
    },
  })

/** Is what was written before this process began still on this disk? */
async function isStillThere(config: Ctx['config'], names: { ids: string; sheet: string }, { total, at }: Mark) {
  const sizes = await Promise.all([names.ids, names.sheet].map(name => spoolSize(config, name)))
  return (sizes[0] ?? 0) >= total * wide && (sizes[1] ?? 0) >= at
}

/** Writes down which rows, in which order. */
async function list({ resource, format, query }: Given, job: Job<Mark>, lists: Lists, name: string): Promise<number> {
  const ctx = await job.look()
  const found = listAt(ctx, lists, resource)
  const ids = await ctx.rows(found).keys(askedOf(ctx, found, query))
  if (format === 'xlsx' && ids.length >= mostRows)
    throw invalid({ format: 'Uma planilha do Excel guarda até 1.048.575 linhas: use um filtro, ou peça em CSV.' })
  const spool = await openSpool(ctx.config, name, 0)
  await spool.write(Buffer.from(new Float64Array(ids).buffer))
  await spool.sync()
  await spool.close()
  return ids.length
}

interface Files {
  readonly ids: Spool
  readonly sheet: Spool
  readonly total: number
  readonly left: Mark | null
}

async function write({ resource, format, query }: Given, job: Job<Mark>, lists: Lists, files: Files) {
  const { ids, sheet: spool, total, left } = files
  const ctx = await job.look()
  const found = listAt(ctx, lists, resource)
  const asked = askedOf(ctx, found, query)
  const { created_at, user } = await ctx.rows(exports).find(job.id)
  const [year = 1980, month = 1, day = 1] = dayIn(new Date(created_at)).day.split('-').map(Number)
  const facts = await factsOf(ctx, lists, found, asked, user)
  const sheet = openSheet(
    format,
    spool,
    { resource: found, reader: ctx.user, facts, columns: asked.columns, stamp: { year, month, day } },
    left?.sheet,
  )
  if (!left) await sheet.start()
  let next = left?.next ?? 0
  // The first chunk of each run is kept at once: whoever is killed over and over still gets further.
  let told = -between
  const keep = async () => {
    await spool.sync()
    await job.chunk(async () => ({
      mark: { user_id: ctx.user.id, next, total, at: spool.at, sheet: sheet.mark },
      rows_done: next,
      rows_total: total,
    }))
    told = performance.now()
  }
  while (next < total) {
    const bytes = await ids.read(next * wide, Math.min(chunk, total - next) * wide)
    const some = Array.from({ length: bytes.length / wide }, (_, i) => bytes.readDoubleLE(i * wide))
    if (!some.length) throw problem('internal')
    const rows = await (await job.look()).rows(found).among(some)
    if (rows.length) await sheet.add(rows)
    next += some.length
    if (performance.now() - told > between) await keep()
  }
  await sheet.end()
  await spool.sync()
}
