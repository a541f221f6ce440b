import { sql } from 'kysely'
import * as z from 'zod'
import { collects } from '#features/collects/collects.ts'
import type { FilesRequest, FileOutcome } from '#features/collects/filing/filing.server.ts'
import { archiveName, makeFiles, openArchive, type ReportLine } from '#features/collects/month/archive.server.ts'
import { monthRows } from '#features/collects/month/month-rows.server.ts'
import type { MonthRow } from '#features/collects/month/month.ts'
import { paceOf, patience } from '#features/collects/pace.ts'
import type { Period } from '#parts/period/period.ts'
import { imports } from '#features/imports/imports.ts'
import { exports } from '#features/jobs/jobs.ts'
import { dropSpool, openSpool, spoolPath, spoolSize, type Spool } from '#parts/file/spool.server.ts'
import { keepWritten } from '#parts/file/store.server.ts'
import { openHelper } from '#parts/apart/apart.server.ts'
import { work, type Job } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** Coletas opened at once, and half of those written. */
const chunk = 20
/** Milliseconds between two moments the work could be gone on from. */
const between = 400

const period = z.object({ year: z.int(), month: z.int() })

interface Opened {
  /** The last fistel whose coleta was opened, in the order of their ids. */
  readonly after: number
  readonly done: number
  readonly total: number
}

/** Opens what is missing of a month, a few coletas at a time; whatever somebody opens meanwhile is left as it is. */
export const openMonth = work<Period, Opened>({
  name: 'collects.abrir-mes',
  of: imports,
  given: period,
  needs: () => ['collects.abrir-mes'],
  run: async ({ year, month }, job) => {
    const rows = await monthRows(await job.look(), { year, month })
    const missing = rows
      .filter(({ collect, fistel }) => collect === null && fistel.id > (job.mark?.after ?? 0))
      .toSorted((one, other) => one.fistel.id - other.fistel.id)
    let done = job.mark?.done ?? 0
    const total = done + missing.length
    for (let at = 0; at < missing.length; at += chunk) {
      const some = missing.slice(at, at + chunk)
      await job.chunk(async ctx => {
        const ids = some.map(({ fistel }) => fistel.id)
        const { rows: twins } = await sql<{ fistel_id: number }>`
          select fistel_id from collects where year = ${year} and month = ${month} and fistel_id = any(${ids}::bigint[]) and deleted_at is null`.execute(
          ctx.sql,
        )
        const opened = new Set(twins.map(({ fistel_id }) => fistel_id))
        for (const { client, fistel } of some)
          if (!opened.has(fistel.id))
            await ctx.rows(collects).create({ client_id: client.id, fistel_id: fistel.id, year, month })
        done += some.length
        return { mark: { after: ids.at(-1) ?? 0, done, total }, rows_done: done, rows_total: total }
      })
    }
  },
})

interface Mark {
  readonly user_id: number
  /** Fistels told of. */
  readonly next: number
  /** Bytes of each file so far. */
  readonly at: number
  readonly noted: number
}

/** The month's ZIP: written entry by entry beside a note of each, from the month as it stood when the work began. */
export const zipMonth = work<Period, Mark>({
  name: 'collects.arquivos',
  of: exports,
  given: period,
  needs: () => ['collects.arquivos'],
  run: async (given, job) => {
    const { config, user, ...ctx } = await job.look()
    if ((await ctx.rows(exports).find(job.id)).sha256) return
    const names = { rows: `${job.id}.month`, notes: `${job.id}.notes`, zip: `${job.id}.zip` }
    const left = job.mark?.user_id === user.id && (await isStillThere(config, names, job.mark)) ? job.mark : null
    const rows = left ? await readLines<MonthRow>(config, names.rows) : await monthOf(job, given, names.rows)
    const notes = await openSpool(config, names.notes, left?.noted ?? 0)
    const zip = await openSpool(config, names.zip, left?.at ?? 0)
    try {
      await write(given, job, { rows, notes, zip, next: left?.next ?? 0 })
    } finally {
      await notes.close()
      await zip.close()
    }
    const kept = await keepWritten({ config, sql: ctx.sql }, spoolPath(config, names.zip))
    await job.chunk(async inner => {
      await inner.rows(exports).update(job.id, { ...kept, file: archiveName(given) }, undefined, 'guardar')
      return { mark: null, rows_done: rows.length, rows_total: rows.length }
    })
    await dropSpool(config, names.rows)
    await dropSpool(config, names.notes)
  },
})

interface Files {
  readonly rows: readonly MonthRow[]
  readonly notes: Spool
  readonly zip: Spool
  readonly next: number
}

async function write(given: Period, job: Job<Mark>, { rows, notes, zip, next: from }: Files) {
  const archive = openArchive(zip, given, linesIn<ReportLine>(await notes.read(0, notes.at)))
  const helper = openHelper<FilesRequest, readonly FileOutcome[]>({ from: import.meta.url, name: 'filing-apart' })
  const pace = paceOf(patience)
  let next = from
  // The first chunk of each run is kept at once: whoever is killed over and over still gets further.
  let told = -between
  try {
    const make = async (some: readonly MonthRow[]) => makeFiles(await job.look(), some, helper.ask, pace)
    for await (const made of oneAhead(growing(rows.slice(from)), make)) {
      for (const note of await archive.add(made)) await notes.write(lineOf(note))
      next += made.length
      if (performance.now() - told < between) continue
      await zip.sync()
      await notes.sync()
      await job.chunk(async ({ user }) => ({
        mark: { user_id: user.id, next, at: zip.at, noted: notes.at },
        rows_done: next,
        rows_total: rows.length,
      }))
      told = performance.now()
    }
  } finally {
    helper.close()
  }
  await archive.close()
  await zip.sync()
}

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
    // Whoever waits for it hears of its failure; nobody does once the one before it failed.
    made.catch(() => undefined)
    if (before) yield await before
    before = made
  }
  if (before) yield await before
}

/** The month as it stands, written down for whoever goes on. */
async function monthOf(job: Job<Mark>, given: Period, name: string): Promise<readonly MonthRow[]> {
  const ctx = await job.look()
  // Only what tells their order.
  const rows = await monthRows(ctx, given, 'compared')
  const spool = await openSpool(ctx.config, name, 0)
  for (const row of rows) await spool.write(lineOf(row))
  await spool.sync()
  await spool.close()
  return rows
}

/** Is what was written before this process began still on this disk? */
async function isStillThere(
  config: Ctx['config'],
  names: Readonly<Record<'rows' | 'notes' | 'zip', string>>,
  mark: Mark,
) {
  const sizes = await Promise.all([names.rows, names.notes, names.zip].map(name => spoolSize(config, name)))
  return (sizes[0] ?? 0) > 0 && (sizes[1] ?? 0) >= mark.noted && (sizes[2] ?? 0) >= mark.at
}

const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)
const linesIn = <T>(bytes: Buffer): readonly T[] =>
  bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line): T => JSON.parse(line))

async function readLines<T>(config: Ctx['config'], name: string): Promise<readonly T[]> {
  const size = await spoolSize(config, name)
  const spool = await openSpool(config, name, size)
  try {
    return linesIn<T>(await spool.read(0, size))
  } finally {
    await spool.close()
  }
}
