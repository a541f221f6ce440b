import { sql } from 'kysely'
import * as z from 'zod'
import { showMonth } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { FilesRequest, FileOutcome } from '#features/regulatory/collects/files/files.server.ts'
import { archiveName, makeFiles, openArchive, type ReportLine } from '#features/regulatory/month/archive.server.ts'
import { coletas } from '#features/regulatory/month/chosen.server.ts'
import { monthRows } from '#features/regulatory/month/month-rows.server.ts'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { walkAtPace, patience } from '#features/regulatory/collects/coleta/pace.ts'
import { monthOpenings } from '#features/regulatory/month/openings.ts'
import type { Period } from '#parts/period/period.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { openHelper } from '#parts/child/child.server.ts'
import { asLines, growFile, type GrowthMark } from '#parts/progress/growing.server.ts'
import { assigned } from '#parts/person/told.ts'
import { addGiven, tellGiven, type GivenWork } from '#parts/person/told.server.ts'
import { work } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** Coletas opened at once, and half of those written. */
const chunk = 20

const period = z.object({ year: z.int(), month: z.int() })

interface Opened {
  /** The last fistel whose coleta was opened, in the order of their ids. */
  readonly after: number
  readonly done: number
  readonly total: number
  /** How many are whose, so far. */
  readonly given?: GivenWork
}

/** Notifies the people responsible for the coletas just opened. */
export const tellOpened = (ctx: Ctx, { year, month }: Period, act: string, given: GivenWork) =>
  tellGiven(ctx, {
    kind: assigned,
    act,
    given,
    say: n => `Você recebeu ${count(n, coletas)} de ${showMonth(year, month)}`,
    path: `/collects/quadro?mes=${year}-${String(month).padStart(2, '0')}`,
  })

/** How many of these each person answers for. */
export function givenIn(rows: readonly Pick<MonthRow, 'person'>[]): GivenWork {
  const given: Record<number, number> = {}
  for (const { person } of rows) if (person) given[person.id] = (given[person.id] ?? 0) + 1
  return given
}

/** Opens these coletas of a month, but for those somebody opened meanwhile; answers which. */
export async function openMissing(ctx: Ctx, { year, month }: Period, missing: readonly MonthRow[]) {
  const ids = missing.map(({ fistel }) => fistel.id)
  // Two that open the same month wait for each other here.
  await sql`select 1 from fistels where id = any(${ids}::bigint[]) order by id for no key update`.execute(ctx.sql)
  const { rows: twins } = await sql<{ fistel_id: number }>`
    select fistel_id from collects where year = ${year} and month = ${month} and fistel_id = any(${ids}::bigint[]) and deleted_at is null`.execute(
    ctx.sql,
  )
  const opened = new Set(twins.map(({ fistel_id }) => fistel_id))
  const fresh = missing.filter(({ fistel }) => !opened.has(fistel.id))
  for (const { client, fistel } of fresh)
    await ctx.rows(collects).create({ client_id: client.id, fistel_id: fistel.id, year, month })
  return fresh
}

/** Opens what is missing of a month, a few coletas at a time; whatever somebody opens meanwhile is left as it is. */
export const openMonth = work<Period, Opened>({
  name: 'collects.abrir-mes',
  of: monthOpenings,
  given: period,
  needs: () => ['collects.abrir-mes'],
  run: async ({ year, month }, job) => {
    const rows = await monthRows(await job.look(), { year, month })
    const missing = rows
      .filter(({ collect, fistel }) => collect === null && fistel.id > (job.mark?.after ?? 0))
      .toSorted((one, other) => one.fistel.id - other.fistel.id)
    let done = job.mark?.done ?? 0
    let given = job.mark?.given ?? {}
    const total = done + missing.length
    for (let at = 0; at < missing.length; at += chunk) {
      const some = missing.slice(at, at + chunk)
      await job.chunk(async ctx => {
        const fresh = await openMissing(ctx, { year, month }, some)
        given = addGiven(given, givenIn(fresh))
        await tellOpened(ctx, { year, month }, job.id, given)
        done += some.length
        return { mark: { after: some.at(-1)?.fistel.id ?? 0, done, total, given }, rows_done: done, rows_total: total }
      })
    }
  },
})

/** The month's ZIP: written entry by entry beside a note of each, from the month as it stood when the work began. */
export const zipMonth = work<Period, GrowthMark<null>>({
  name: 'collects.arquivos',
  of: exports,
  given: period,
  needs: () => ['collects.arquivos'],
  run: (given, job) =>
    growFile(job, {
      // Only sorting needs totals.
      list: ctx => monthRows(ctx, given, 'compared'),
      notation: asLines<MonthRow>(),
      endings: ['zip', 'notes'],
      isKept: async ctx => (await ctx.rows(exports).find(job.id)).sha256 !== null,
      keep: (ctx, kept) =>
        ctx.rows(exports).update(job.id, { ...kept, file: archiveName(given) }, undefined, 'guardar'),
      write: async ({ rows, next: from, file, reached }) => {
        const notes = file('notes')
        const archive = openArchive(file('zip'), given, noted.read(await notes.read(0, notes.at)))
        const helper = openHelper<FilesRequest, readonly FileOutcome[]>({ from: import.meta.url, name: 'files-child' })
        const pace = walkAtPace(patience)
        let next = from
        try {
          const make = async (some: readonly MonthRow[]) => makeFiles(await job.lookBack(), some, helper.ask, pace)
          for await (const made of oneAhead(growing(rows), make)) {
            await notes.write(noted.write(await archive.add(made)))
            next += made.length
            await reached(next, null)
          }
        } finally {
          helper.close()
        }
        await archive.close()
      },
    }),
})
const noted = asLines<ReportLine>()

/** Few at first, so that it is soon seen to go on. */
function* growing(rows: readonly MonthRow[]) {
  for (let [at, size] = [0, 5]; at < rows.length; at += size, size = Math.min(size * 2, 2 * chunk))
    yield rows.slice(at, at + size)
}

/** What is made of each, in order; while one is put away the next is being read and written. */
async function* oneAhead<T, R>(all: Iterable<T>, make: (each: T) => Promise<R>): AsyncGenerator<R> {
  let before: Promise<R> | undefined
  for (const each of all) {
    const made = make(each)
    // A waiting caller gets its failure; after an earlier failure nobody waits.
    made.catch(() => undefined)
    if (before) yield await before
    before = made
  }
  if (before) yield await before
}
