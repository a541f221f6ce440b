import { anatelLimits } from '#features/platform/imports/anatel/limits.ts'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { Unzip, UnzipInflate } from 'fflate'
import { sql } from 'kysely'
import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { keepStream, openStored } from '#parts/file/store.server.ts'
import { noticeOf, columnsOfHeader, type Notice, type Places } from '#features/regulatory/anatel/providers.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { providersUrl } from '#features/platform/imports/section/settings.server.ts'
import { recordTalk } from '#parts/integration/record.server.ts'
import { listened, type TalkRecord } from '#parts/integration/talk.server.ts'
import { beginAnswer, Unanswered } from '#server/outbound.ts'
import { work, type Job } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** How many rows of the file are in, and how many were left out. */
interface LoadMark {
  readonly read: number
  readonly left: number
}

/** Brings Anatel's file in, beside the one in force, and puts it in its place once it is whole. */
export const loading = work<Record<string, never>, LoadMark>({
  name: 'anatel.load',
  of: imports,
  given: z.strictObject({}),
  needs: () => ['anatel.enviar'],
  run: async (_given, job) => {
    const ctx = await job.look()
    const batch = await batchOf(ctx, job.id)
    const sha256 = batch.sha256 ?? (await fetched(ctx, job))
    let rows: Notice[] = []
    let { read, left } = job.mark ?? { read: 0, left: 0 }
    const keep = async () => {
      const full = rows
      rows = []
      await job.chunk(async inner => {
        await insert(inner, batch.id, full)
        return { mark: { read, left }, rows_done: read, rows_total: null }
      })
    }
    let line = 0
    for await (const notice of noticesIn((await openStored(ctx.config, sha256)).bytes)) {
      line++
      // What a run before this one brought in is in.
      if (line <= (job.mark?.read ?? 0)) continue
      if (line > anatelLimits.rows)
        throw problem('invalid', 'O arquivo passa de 2.000.000 de linhas. Confira se é o certo.')
      read = line
      if (notice) rows.push(notice)
      else left++
      if (rows.length >= 1_000) await keep()
    }
    if (rows.length) await keep()
    if (read - left === 0) throw problem('invalid', 'O arquivo não traz nenhuma prestadora com CNPJ.')
    await job.chunk(async inner => {
      await putInForce(inner, batch.id, left)
      return { mark: { read, left }, rows_done: read, rows_total: read }
    })
    await sweepBatches(job, batch.id, { read, left })
  },
})

async function batchOf({ sql: db }: Ctx, uuid: string) {
  const { rows } = await sql<{ id: number; sha256: string | null }>`
    select id, sha256 from imports where uuid = ${uuid}`.execute(db)
  const [found] = rows
  if (!found) throw problem('missing')
  return found
}

/** As it comes, in 10 minutes for the whole of it. */
async function openFile(url: URL): Promise<AsyncIterable<Buffer>> {
  const response = await beginAnswer(url, { timeout: 600_000 })
  if (response.statusCode === 200) return response
  response.resume()
  throw new Unanswered(`${url.host}: answered ${response.statusCode}`)
}

/** Downloads from the configured address; stores it like an upload. */
async function fetched(ctx: Ctx, job: Job<LoadMark>): Promise<string> {
  const url = ctx.config.of(providersUrl)
  if (!url) throw problem('outside', 'O endereço do arquivo da Anatel não está configurado (ANATEL_PROVIDERS_URL).')
  const at = new URL(url)
  const heard = (said: TalkRecord) =>
    recordTalk(ctx, {
      integration: 'anatel',
      name: 'Arquivo de prestadoras',
      ok: said.status !== null,
      note: said.message ?? 'O arquivo veio inteiro.',
      said,
    })
  const take = async () => ({ came: await keepStream(ctx, await openFile(at), anatelLimits.sent), status: 200 })
  const { sha256, size } = await listened(at, 'GET', take, heard).catch((error: unknown) => {
    if (!(error instanceof Unanswered)) throw error
    throw problem('invalid', 'A Anatel não respondeu. Baixe o arquivo pelo navegador e envie, ou tente mais tarde.')
  })
  await job.chunk(async inner => {
    await sql`update imports set sha256 = ${sha256}, size = ${size} where uuid = ${job.id}`.execute(inner.sql)
    return { mark: { read: 0, left: 0 }, rows_done: 0, rows_total: null }
  })
  return sha256
}

/** Bytes that are worked on before others are answered: packed ones become a thousand times as many at most. */
const piece = { packed: 4_096, plain: 8_192 } as const
/** Characters of a record; the longest of Anatel's have some 500. */
const longestRecord = 20_000
const damaged = 'O arquivo está danificado: não é o CSV da Anatel, ou veio pela metade.'

/** Each row of the file understood, null for one that is left out. Throws a 422 for what is not Anatel's file. */
export async function* noticesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Notice | null> {
  const parser = parse({ bom: true, delimiter: ';', relax_column_count: true, max_record_size: longestRecord })
  const records: AsyncIterable<string[]> = Readable.from(inLines(unpacked(bytes)))
    .on('error', error => parser.destroy(error))
    .pipe(parser)
  let at: Places | null = null
  try {
    for await (const cells of records) {
      if (at) yield noticeOf(cells, at)
      else {
        const places = columnsOfHeader(cells)
        if (typeof places === 'string') throw problem('invalid', places)
        at = places
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw problem('invalid', { message: damaged, cause: error })
    throw error
  }
  if (!at) throw problem('invalid', 'O arquivo está vazio.')
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  for await (const part of bytes)
    for (let at = 0; at < part.length; at += size) {
      await nextTurn()
      yield part.subarray(at, at + size)
    }
}

/** The parser counts the characters of a record and not its cells: a line of separators would be a record without an end. */
async function* inLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let open = 0
  for await (const part of inPieces(bytes, piece.plain)) {
    const end = part.lastIndexOf(0x0a)
    open = end < 0 ? open + part.length : part.length - end - 1
    if (open > longestRecord) throw problem('invalid', damaged)
    yield part
  }
}

/** The bytes of a CSV, out of a ZIP when it is one: the first CSV in it, a little at a time. */
async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unzip: Unzip | null = null
  let ready: Uint8Array[] = []
  let taken: string | null = null
  let whole = false
  let size = 0
  let first = true
  for await (const part of inPieces(bytes, piece.packed)) {
    if (first && part[0] === 0x50 && part[1] === 0x4b) {
      unzip = new Unzip(file => {
        if (taken !== null || !/\.csv$/i.test(file.name)) return
        taken = file.name
        file.ondata = (error, data, final) => {
          if (error) throw problem('invalid', { message: 'O ZIP está danificado. Baixe-o de novo.', cause: error })
          ready.push(data)
          whole = final
        }
        file.start()
      })
      unzip.register(UnzipInflate)
    }
    first = false
    if (unzip) unzip.push(part)
    const out = unzip ? ready : [part]
    ready = []
    for (const each of out) {
      size += each.length
      if (size > anatelLimits.unpacked)
        throw problem('invalid', 'O arquivo desempacotado passa de 512 MB. Confira se é o certo.')
      yield each
    }
  }
  if (unzip && taken === null) throw problem('invalid', 'O ZIP não traz um arquivo CSV.')
  if (unzip && !whole) throw problem('invalid', 'O ZIP veio pela metade. Baixe-o de novo.')
}

const columns = sql.raw(
  'document, name, fantasy_name, entity, grant_type, grant_fistel, grant_process, grant_date, service_code, service_name, notice_fistel, notice_process, notice_date, address, number, complement, neighborhood, zipcode, ibge, city, uf, phone, email',
)

async function insert({ sql: db }: Ctx, batch: number, rows: readonly Notice[]) {
  await sql`insert into anatel_batches (id) values (${batch}) on conflict do nothing`.execute(db)
  await sql`
    insert into anatel_providers (batch, ${columns})
    select ${batch}, ${columns} from jsonb_populate_recordset(null::anatel_providers, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(db)
}

async function putInForce({ sql: db }: Ctx, batch: number, left: number) {
  await sql`update anatel_batches set current_at = null where current_at is not null`.execute(db)
  await sql`
    update anatel_batches set current_at = now(), left_out = ${left},
      notices = (select count(*) from anatel_providers where batch = ${batch}),
      providers = (select count(distinct document) from anatel_providers where batch = ${batch})
    where id = ${batch}`.execute(db)
}

/** What was in force before goes, little by little. */
async function sweepBatches(job: Job<LoadMark>, batch: number, mark: LoadMark) {
  let gone = 1
  while (gone)
    await job.chunk(async ({ sql: db }) => {
      const { rows } = await sql<{ n: number }>`
        with gone as (
          delete from anatel_providers where ctid = any(array(
            select ctid from anatel_providers where batch <> ${batch} limit 5000)) returning 1)
        select count(*)::int as n from gone`.execute(db)
      gone = rows[0]?.n ?? 0
      if (!gone) await sql`delete from anatel_batches where id <> ${batch}`.execute(db)
      return { mark, rows_done: mark.read, rows_total: mark.read }
    })
}
