import { sql } from 'kysely'
import * as z from 'zod'
import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { readStored } from '#parts/file/store.server.ts'
import { readTable } from '#parts/table/table.server.ts'
import type { TextTable } from '#parts/table/table.ts'
import { mappingSchema } from '#features/regulatory/intake/schema.ts'
import { imports, type Import } from '#features/platform/imports/section/imports.ts'
import { accountOf, type FileAccount } from '#features/platform/imports/reading/account.server.ts'
import { tabsOf, understood, type StoredFacts } from '#features/platform/imports/reading/header.server.ts'
import { judgeRows, modeOf, type Judging } from '#features/platform/imports/reading/judge.server.ts'
import { readRows, noRows } from '#features/platform/imports/reading/read.server.ts'
import { takenOf, takeRows } from '#features/platform/imports/reading/take.server.ts'
import { notationsOf } from '#features/platform/imports/reading/notations.server.ts'
import type { ColumnNotation } from '#features/platform/imports/section/notation.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { undoUnits } from '#features/platform/imports/writing/undo.server.ts'
import { writeUnits } from '#features/platform/imports/writing/write.server.ts'
import { tellsEnd } from '#parts/progress/told.server.ts'
import { work, type Job, type ChunkResult } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** What is being done with a file's rows, or was last. */
export type Phase = 'ler' | 'conferir' | 'gravar' | 'desfazer'
export interface ImportState extends Judging {
  readonly uuid: string
  readonly phase: Phase
  readonly sha256: string
  /** The tab of a workbook that is read. */
  readonly sheet: string | undefined
  /** Whether its columns are known: those of another tab are to be read first. */
  readonly headed: boolean
  readonly whole: boolean
}

interface KeptImport {
  readonly id: number
  readonly resource: string
  readonly step: Phase
  readonly sha256: string | null
  readonly facts: StoredFacts
  readonly header: readonly string[] | null
  readonly mapping: unknown
  readonly mode: string
  readonly match_by: string | null
  readonly whole: boolean
  readonly notations: readonly ColumnNotation[] | null
}

/** An import as its work knows it; `lock` keeps a second hand off it until the transaction ends. */
export async function importStateOf({ sql: db }: Pick<Ctx, 'sql'>, uuid: string, lock = false): Promise<ImportState> {
  const { rows } = await sql<KeptImport>`
    select id, resource, step, sha256, facts, header, mapping, mode, match_by, whole, notations from imports
    where uuid = ${uuid} and deleted_at is null ${lock ? sql`for no key update` : sql``}`.execute(db)
  const [row] = rows
  const section = row && sectionAt(row.resource)
  if (!row || !section) throw problem('missing')
  const { id, step: phase, sha256, facts, header, mapping, mode, match_by, whole, notations } = row
  return {
    uuid,
    id,
    section,
    phase,
    sha256: sha256 ?? '',
    sheet: tabsOf(facts)?.sheet,
    headed: header !== null,
    header: header ?? [],
    mapping: mappingSchema.catch({ columns: {}, values: [], kbps: false }).parse(mapping),
    mode: modeOf(mode),
    match_by: match_by ?? section.keys[0] ?? 'id',
    whole,
    notations: notations ?? [],
  }
}

/** Rows of a chunk, or what many rows make: short enough for others not to notice. */
const sizes = { taken: 1_000, rows: 500, grouped: 200, undo: 100 } as const
const unitsAtOnce = ({ section }: Judging) => (section.groups ? sizes.grouped : sizes.rows)

/**
 * Everything that is done with an imported file, as its row says: read into rows, judge them, write them, take them back.
 * Each chunk finds by itself what is left, so that a crash anywhere repeats nothing.
 */
export const importing = work<Record<string, never>, null>({
  name: 'imports.work',
  of: imports,
  given: z.strictObject({}),
  needs: () => ['imports.show'],
  ended: tellsEnd<Pick<Import, 'name' | 'state' | 'refused'>>(imports, ({ name, state, refused }, error) => {
    if (error !== null) return `A importação falhou: ${name}`
    // A preview needs no notice, since its user looks at it; written rows do.
    if (state !== 'concluido') return null
    return `Importação concluída: ${name}${refused ? `, com ${refused} ${refused === 1 ? 'linha recusada' : 'linhas recusadas'}` : ''}`
  }),
  run: async (_given, job) => {
    const { phase } = await importStateOf(await job.look(), job.id)
    if (phase === 'ler') await readFile(job)
    if (phase === 'ler' || phase === 'conferir') await judgeAll(job)
    if (phase === 'gravar' && (await writeAll(job))) return
    if (phase === 'gravar' || phase === 'desfazer') await undoAll(job)
  },
})

const step = (rows_done: number, rows_total: number | null): ChunkResult<null> => ({
  mark: null,
  rows_done,
  rows_total,
})
const count = async ({ sql: db }: Pick<Ctx, 'sql'>, id: number, which = sql`true`) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from import_rows where import_id = ${id} and ${which}`.execute(
      db,
    )
  ).rows[0]?.n ?? 0

async function readFile(job: Job<null>) {
  const ctx = await job.look()
  const { id, sha256, section, sheet, headed } = await importStateOf(ctx, job.id)
  const asker = { user: ctx.user.id, patient: true }
  const table = await readTable(await readStored(ctx.config, sha256), asker, { sheet, look: true })
  if (typeof table === 'string') throw problem('invalid', table)
  const { header, records, account } = await accountOf(section, table)
  if (!records.length) throw problem('invalid', 'O arquivo só tem o cabeçalho: não há o que importar.')
  if (!headed) await job.chunk(inner => head(inner, job.id, table))
  const notations = await notationsOf(header, records)
  await job.chunk(inner => prove(inner, job.id, { header, notations, account }))
  const { last, leads } = await takenOf(ctx, { id })
  const left = records.filter(({ line }) => line > last)
  for (let at = 0; at < left.length; at += sizes.taken) {
    const rows = left.slice(at, at + sizes.taken).map(({ line, cells }) => ({
      row: line,
      cells: header.map((_, i) => cells[i] ?? ''),
    }))
    await job.chunk(async inner => {
      await takeRows(inner, await importStateOf(inner, job.id, true), rows, leads)
      return step(records.length - left.length + at + rows.length, records.length)
    })
  }
  await job.chunk(async inner => {
    await setStep(inner, job.id, 'conferir')
    return step(0, records.length)
  })
}

/** The columns of a tab chosen after the file came. */
async function head(ctx: Ctx, uuid: string, table: TextTable): Promise<ChunkResult<null>> {
  const { id, section } = await importStateOf(ctx, uuid, true)
  const { mapping, match_by } = await understood(ctx, section, table)
  await sql`
    update imports set header = ${JSON.stringify(table.header)}::jsonb, mapping = ${JSON.stringify(mapping)}::jsonb, match_by = ${match_by}
    where id = ${id}`.execute(ctx.sql)
  return step(0, null)
}

interface ProvedFile {
  /** The titles of the file's columns; a column without a title has an empty one. */
  readonly header: readonly string[]
  readonly notations: readonly ColumnNotation[]
  readonly account: FileAccount
}
/** How the columns write numbers and dates, and what becomes no row, of all rows before the first of them is read. */
async function prove(
  { sql: db }: Ctx,
  uuid: string,
  { header, notations, account }: ProvedFile,
): Promise<ChunkResult<null>> {
  await sql`
    update imports set header = ${JSON.stringify(header)}::jsonb, notations = ${JSON.stringify(notations)}::jsonb,
      account = ${JSON.stringify(account)}::jsonb
    where uuid = ${uuid}`.execute(db)
  return step(0, null)
}

const setStep = ({ sql: db }: Ctx, uuid: string, to: Phase) =>
  sql`update imports set step = ${to} where uuid = ${uuid}`.execute(db)

async function judgeAll(job: Job<null>) {
  let [read, judged] = [noRows, noRows]
  let more = true
  let going: Going | undefined
  while (more)
    await job.chunk(async ctx => {
      const task = await importStateOf(ctx, job.id, true)
      going ??= { total: await count(ctx, task.id), done: await count(ctx, task.id, sql`given is not null`) }
      read = await readRows(ctx, task, sizes.rows, read.at)
      going.done += read.rows
      if (!read.rows) judged = await judgeRows(ctx, task, unitsAtOnce(task), judged.at)
      more = read.rows > 0 || judged.rows > 0
      // The user now decides about the import.
      if (!more) await sql`update imports set state = 'em-preparo' where id = ${task.id}`.execute(ctx.sql)
      return step(going.done, going.total)
    })
}

/** How far something is: counted when it begins, for there may be very many rows to count. */
interface Going {
  readonly total: number
  done: number
}

const writtenSql = sql`row = lead and verdict in ('criar', 'atualizar')`

/** Writes all units; returns false if a failed one requires undoing the whole import. */
async function writeAll(job: Job<null>): Promise<boolean> {
  let [more, stands, at] = [true, true, 0]
  let going: (Going & { failed: number }) | undefined
  while (more && stands)
    await job.chunk(async ctx => {
      const task = await importStateOf(ctx, job.id, true)
      if (!can(ctx.user, 'imports.importar')) throw problem('forbidden', 'Falta permissão para gravar importações.')
      going ??= {
        total: await count(ctx, task.id, writtenSql),
        done: await count(ctx, task.id, sql`${writtenSql} and state is not null`),
        failed: await count(ctx, task.id, sql`row = lead and state = 'falhou'`),
      }
      const part = await writeUnits(ctx, task, unitsAtOnce(task), at)
      more = part.rows > 0
      at = part.at
      going.done += part.rows
      going.failed += part.failed
      stands = !task.whole || going.failed === 0
      if (!stands) await setStep(ctx, job.id, 'desfazer')
      else if (!more) await tally(ctx, task)
      return step(going.done, going.total)
    })
  return stands
}

/** What came of it, in numbers and, of what failed, row by row. */
async function tally({ sql: db }: Ctx, { id, section }: ImportState) {
  await sql`
    update imports set
      created = (select count(*) from import_rows where import_id = ${id} and row = lead and verdict = 'criar' and state = 'feita'),
      updated = (select count(*) from import_rows where import_id = ${id} and row = lead and verdict = 'atualizar' and state = 'feita'),
      same = (select count(*) from import_rows where import_id = ${id} and row = lead and verdict = 'igual'),
      refused = (select count(*) from import_rows where import_id = ${id} and (verdict = 'recusada' or state = 'falhou'))
    where id = ${id}`.execute(db)
  await sql`delete from imports_errors where parent_id = ${id}`.execute(db)
  const labels = JSON.stringify(Object.fromEntries(section.columns.map(({ key, label }) => [key, label])))
  await sql`
    insert into imports_errors (parent_id, position, row, field, message)
    select ${id}, row_number() over (order by row), row, left(field, 60), left(message, 500) from (
      select row, ${labels}::jsonb ->> (p ->> 'column') as field, p ->> 'message' as message
      from import_rows, jsonb_array_elements(problems || refusals) p where import_id = ${id} and verdict = 'recusada'
      union all
      select row, null, said from import_rows where import_id = ${id} and row = lead and state = 'falhou'
    ) found order by row limit 1000`.execute(db)
}

/** A row after the last of any file. */
const beyond = 1_000_000_000

async function undoAll(job: Job<null>) {
  let [more, at] = [true, beyond]
  let going: Going | undefined
  while (more)
    await job.chunk(async ctx => {
      const task = await importStateOf(ctx, job.id, true)
      going ??= {
        total: await count(ctx, task.id, sql`${writtenSql} and state in ('feita', 'desfeita', 'mantida')`),
        done: await count(ctx, task.id, sql`${writtenSql} and state in ('desfeita', 'mantida')`),
      }
      const part = await undoUnits(ctx, task, sizes.undo, at)
      more = part.rows > 0
      at = part.at
      going.done += part.rows
      if (!more) await settle(ctx, task)
      return step(going.done, going.total)
    })
}

async function settle(ctx: Ctx, task: ImportState) {
  const { rows } = await sql<{ row: number; said: string }>`
    select row, said from import_rows where import_id = ${task.id} and row = lead and state = 'falhou' order by row limit 1`.execute(
    ctx.sql,
  )
  const [failed] = task.whole ? rows : []
  await tally(ctx, task)
  await sql`
    update imports set undone_at = now(), finished_at = now(), state = ${failed ? 'falhou' : 'desfeito'},
      error = ${failed ? `Nada foi importado. Linha ${failed.row}: ${failed.said}` : null}
    where id = ${task.id}`.execute(ctx.sql)
}
