import { dropSpool, openSpool, spoolPath, spoolSize, type Spool } from '#parts/file/spool.server.ts'
import { keepWritten } from '#parts/file/store.server.ts'
import type { Job } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** Milliseconds between two moments the work could be gone on from. */
const between = 400

/** Where a file that grows could be gone on from. */
export interface GrowthMark<S> {
  /** Whose rights its rows were read with: who tries again has their own. */
  readonly user_id: number
  /** Rows written. */
  readonly next: number
  /** Bytes of each file beside the job, by its ending. */
  readonly held: Readonly<Record<string, number>>
  /** What the writer itself must know. */
  readonly state: S
}

/** How rows are written down, and read again after a kill. */
interface Notation<T> {
  readonly write: (rows: readonly T[]) => Buffer
  readonly read: (bytes: Buffer) => readonly T[]
}
/** Numbers, eight bytes each: of a million of them nothing is parsed. */
export const asNumbers: Notation<number> = {
  write: rows => Buffer.from(new Float64Array(rows).buffer),
  read: bytes => Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(i * 8)),
}
export const asLines = <T extends object>(): Notation<T> => ({
  write: rows => Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join('')),
  read: bytes =>
    bytes
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line): T => JSON.parse(line)),
})

interface Growing<T, S, E extends string> {
  /** The rows it is made of, in their order. */
  readonly list: (ctx: Ctx) => Promise<readonly T[]>
  readonly notation: Notation<T>
  /** It writes files with these endings; the first is stored. */
  readonly endings: readonly [E, ...E[]]
  /** Writes the rows that are left, and says after some of them that `next` are written: from there it may be called again. */
  readonly write: (left: {
    readonly rows: readonly T[]
    readonly next: number
    readonly state: S | null
    readonly file: (ending: E) => Spool
    readonly reached: (next: number, state: S) => Promise<void>
  }) => Promise<void>
  /** Whether its row has its file already. */
  readonly isKept: (ctx: Ctx) => Promise<boolean>
  /** Writes the complete, stored file into its row. */
  readonly keep: (ctx: Ctx, file: Awaited<ReturnType<typeof keepWritten>>) => Promise<unknown>
}

/**
 * Makes a file however often the process dies meanwhile. The rows are as they were when the work began: their list is
 * written first, so that none is repeated or skipped while others work.
 * @example
 * growFile(job, {
 *   list: ctx => ctx.rows(clients).keys(query),
 *   notation: asNumbers,
 *   endings: ['csv'],
 *   isKept: async ctx => (await ctx.rows(exports).find(job.id)).sha256 !== null,
 *   keep: (ctx, file) => ctx.rows(exports).update(job.id, file),
 *   write: async ({ rows, next, file, reached }) => { … await reached(next + rows.length, null) },
 * })
 */
export async function growFile<T, S, E extends string>(
  job: Job<GrowthMark<S>>,
  growing: Growing<T, S, E>,
): Promise<void> {
  const ctx = await job.look()
  if (await growing.isKept(ctx)) return
  const { config, user, sql } = ctx
  const { notation, endings } = growing
  const nameWith = (ending: string) => `${job.id}.${ending}`
  const rowsFile = nameWith('rows')
  const left = job.mark?.user_id === user.id && (await isHeld(config, nameWith, job.mark)) ? job.mark : null
  const rows = left
    ? notation.read(await readSpool(config, rowsFile))
    : await writeRows(config, rowsFile, await growing.list(await job.lookBack()), notation)
  const total = rows.length

  const files = new Map<string, Spool>()
  // The first chunk of each run is committed at once, so that a process killed again and again still makes progress.
  let kept = -between
  const sync = async () => {
    for (const file of files.values()) await file.sync()
  }
  try {
    for (const ending of endings) files.set(ending, await openSpool(config, nameWith(ending), left?.held[ending] ?? 0))
    await growing.write({
      rows: rows.slice(left?.next ?? 0),
      next: left?.next ?? 0,
      state: left?.state ?? null,
      file: ending => {
        const file = files.get(ending)
        if (!file) throw new Error(`no file ends in ${ending}`)
        return file
      },
      reached: async (next, state) => {
        if (performance.now() - kept < between) return
        await sync()
        const held = Object.fromEntries([...files].map(([ending, { at }]) => [ending, at]))
        await job.chunk(async () => ({
          mark: { user_id: user.id, next, held, state },
          rows_done: next,
          rows_total: total,
        }))
        kept = performance.now()
      },
    })
    await sync()
  } finally {
    for (const file of files.values()) await file.close()
  }

  const file = await keepWritten({ config, sql }, spoolPath(config, nameWith(endings[0])))
  await job.chunk(async inner => {
    await growing.keep(inner, file)
    return { mark: null, rows_done: total, rows_total: total }
  })
  for (const ending of ['rows', ...endings.slice(1)]) await dropSpool(config, nameWith(ending))
}

/** Is what was written before this process began still on this disk? A mark of an older release names no files. */
async function isHeld(
  config: Ctx['config'],
  nameWith: (ending: string) => string,
  { held = {} }: Partial<GrowthMark<unknown>>,
) {
  const sizes = await Promise.all(
    Object.entries(held).map(async ([ending, at]) => (await spoolSize(config, nameWith(ending))) >= at),
  )
  return sizes.length > 0 && sizes.every(Boolean) && (await spoolSize(config, nameWith('rows'))) > 0
}

async function writeRows<T>(config: Ctx['config'], name: string, rows: readonly T[], notation: Notation<T>) {
  const spool = await openSpool(config, name, 0)
  await spool.write(notation.write(rows))
  await spool.sync()
  await spool.close()
  return rows
}

async function readSpool(config: Ctx['config'], name: string): Promise<Buffer> {
  const size = await spoolSize(config, name)
  const spool = await openSpool(config, name, size)
  try {
    return await spool.read(0, size)
  } finally {
    await spool.close()
  }
}
