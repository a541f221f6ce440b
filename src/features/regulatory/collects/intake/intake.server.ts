import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { townsOf } from '#parts/address/towns.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { layoutsOf } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { cnpjIn } from '#features/regulatory/anatel/access-file.ts'
import { otherService, termOf } from '#features/regulatory/anatel/services.server.ts'
import { tokensOf, type Tokens } from '#features/regulatory/anatel/tokens.server.ts'
import type { Period } from '#parts/period/period.ts'
import { sentIn, type SentFile } from '#features/regulatory/collects/intake/instructions.server.ts'
import { lastMonthOf } from '#features/regulatory/collects/compare/neighbours.server.ts'
import { withCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { variationPercent } from '#features/regulatory/collects/coleta/settings.server.ts'
import { monthQuestion, type MonthSums } from '#features/regulatory/collects/intake/evidence/month.ts'
import {
  entryKey,
  entryQuestions,
  isAdded,
  sumsAdded,
  type AccessSums,
  type CollectContents,
} from '#features/regulatory/collects/intake/evidence/entry.ts'
import { contentsOf } from '#features/regulatory/collects/intake/contents.server.ts'
import { openIn, type Answers, type FileQuestion } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { rememberedFor } from '#features/regulatory/intake/mappings.server.ts'
import {
  fatal,
  importAccesses,
  type Imported,
  type FileContext,
} from '#features/regulatory/collects/intake/import.server.ts'
import { accessMapping } from '#features/regulatory/collects/intake/asked.ts'
import type { Instructions } from '#features/regulatory/collects/intake/intake.ts'
import { isLight, overLong } from '#parts/table/read.server.ts'
import { tooMuch } from '#parts/table/table.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import { sha256Of } from '#parts/file/store.server.ts'
import type { Ctx } from '#server/operation.ts'

/** A file somebody sent for a coleta, read and judged. */
export interface ReadFile extends SentFile {
  readonly collect: ListedOf<typeof collects> & { readonly version: number }
  readonly takings: Collect['takings']
  readonly imported: Imported
  readonly known: FileContext
  readonly lookups: Lookups
  readonly tokens: Tokens
  readonly sha256: string
  /** What the coleta has before. */
  readonly contents: CollectContents
}

/** `more`: what the one who asks knows besides. */
export async function readFor(
  ctx: Ctx,
  id: string,
  body: Uint8Array,
  more: Pick<FileContext, 'unkept'> = {},
): Promise<ReadFile> {
  const { takings, ...collect } = await ctx.rows(collects).find(id, ['takings'])
  const layouts = layoutsOf(await termOf(ctx, collect.service_type_id))
  if (!layouts.length) throw problem('conflict', otherService(collect))
  const sent = await sentIn(body, ctx.request.headers['content-type'])
  const tokens = await tokensOf(ctx.sql)
  const client = await ctx.rows(clients).find(collect.client_id)
  const lookups = await lookupsFor(ctx, collect, client, tokens)
  const contents = await contentsOf(ctx, collect.id, takings)
  const known = {
    name: sent.name,
    layouts,
    near: await statesOf(ctx, collect),
    marks: contents.marks,
    remembered: (await rememberedFor(ctx, { intake: 'coleta', client: collect.client_id })).map(each => ({
      ...each,
      mapping: accessMapping(each.mapping),
    })),
    ...more,
  }
  const sha256 = await sha256Of(sent.bytes)
  const imported = await judgeFile({ user: ctx.user.id }, sent.bytes, lookups, known, sent.told)
  const { answers } = sent.told
  const { header, summary, sums, repeated } = imported
  const file = { name: sent.name, sha256, header, rows: summary.rows, accesses: summary.accesses, sums, repeated }
  const entry = summary.rows ? entryQuestions(contents, file, answers) : []
  const added = isAdded(answers, contents)
  // Until it is answered whether the file is all of the month there is nothing to compare.
  const compared = openIn(entry).some(({ key }) => key === entryKey)
    ? []
    : await lastMonthQuestion(ctx, collect, added ? sumsAdded(contents.sums, sums) : sums, lookups, {
        answers,
        threshold: client.variation_percent ?? ctx.config.of(variationPercent),
        added,
      })
  return {
    ...sent,
    collect,
    takings,
    known,
    lookups,
    tokens,
    sha256,
    contents,
    imported: { ...imported, questions: [...entry, ...imported.questions, ...compared] },
  }
}

/** The month before beside what the file brings, where there are both. */
async function lastMonthQuestion(
  ctx: Ctx,
  collect: ListedOf<typeof collects>,
  sums: AccessSums,
  { cities }: Lookups,
  { answers, threshold, added }: { readonly answers: Answers; readonly threshold: number; readonly added: boolean },
): Promise<readonly FileQuestion[]> {
  const before = sums.speeds.length ? await lastMonthOf(ctx, collect) : null
  if (!before) return []
  const counted = withCounted(before.locations)
  const was: MonthSums = {
    places: new Map(
      counted.map(({ city, accesses_ordered: lines }) => [
        city.name,
        lines.reduce((sum, { amount }) => sum + amount, 0),
      ]),
    ),
    speeds: counted.flatMap(({ accesses_ordered: lines }) => lines.flatMap(({ speed }) => speed ?? [])),
  }
  const nameOf = (code: string) => {
    const town = cities.get(Number(code))
    return town ? `${town.name}/${town.uf}` : code
  }
  const is: MonthSums = {
    places: new Map(Object.entries(sums.places).map(([code, n]) => [nameOf(code), n])),
    speeds: sums.speeds.filter(each => each > 0),
  }
  return was.places.size ? [monthQuestion(before, was, is, threshold, answers, added)] : []
}

/** What is small is judged at once; what is long or packed in a process apart, which a hostile file may end. */
async function judgeFile(
  asker: Asker,
  bytes: Uint8Array,
  lookups: Lookups,
  known: FileContext,
  told: Instructions,
): Promise<Imported> {
  if (isLight(bytes) || overLong(bytes) !== null) return importAccesses(bytes, lookups, known, told)
  let heard: Imported | undefined
  try {
    await workInChild<Imported>(
      { from: import.meta.url, name: 'intake-child' },
      asker,
      { bytes, lookups, known, told },
      imported => (heard = imported),
    )
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    return fatal(tooMuch)
  }
  return heard ?? fatal(tooMuch)
}

async function lookupsFor(
  ctx: Ctx,
  collect: Period,
  { document }: { readonly document: string },
  tokens: Tokens,
): Promise<Lookups> {
  const { towns } = await townsOf(ctx.sql)
  return {
    tokens: {
      TIPO_CLIENTE: tokens.active('TIPO_CLIENTE'),
      TIPO_ATENDIMENTO: tokens.active('TIPO_ATENDIMENTO'),
      TIPO_MEIO: tokens.active('TIPO_MEIO'),
      TIPO_PRODUTO: tokens.active('TIPO_PRODUTO'),
      TIPO_TECNOLOGIA: tokens.active('TIPO_TECNOLOGIA'),
    },
    cities: towns,
    cnpj: cnpjIn(document),
    year: collect.year,
    month: collect.month,
  }
}

/** Returns the coleta's states or, if it has none, its client's. */
async function statesOf(ctx: Ctx, { id, client_id }: Pick<Collect, 'id' | 'client_id'>): Promise<readonly string[]> {
  const { rows } = await sql<{ uf: string; told: boolean }>`
    select distinct c.name_state as uf, true as told from collects_locations l join cities c on c.id = l.city_id where l.parent_id = ${id}
    union all
    select distinct c.name_state, false from clients_addresses a join cities c on c.id = a.city_id where a.parent_id = ${client_id}`.execute(
    ctx.sql,
  )
  const told = rows.filter(({ told }) => told)
  return (told.length ? told : rows).map(({ uf }) => uf)
}
