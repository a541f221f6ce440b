import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { economicFileName, writeEconomic } from '#features/regulatory/anatel/economic-file.ts'
import { economicServices } from '#features/regulatory/anatel/economic-layout.ts'
import {
  downloadSemester,
  downloadSemesters,
  listSemesters,
  readSemester,
  type ClientOfSemester,
} from '#features/regulatory/semester/api.ts'
import { economicsOf } from '#features/regulatory/semester/read.server.ts'
import type { Economic } from '#features/regulatory/semester/semester.ts'
import type { Semester } from '#parts/period/semester.ts'
import { economicCn } from '#features/regulatory/semester/settings.server.ts'
import { zipEconomics, type SemesterState } from '#features/regulatory/semester/zip.server.ts'
import { lapsedSql } from '#parts/tenure/tenure.server.ts'
import { key } from '#server/crud.ts'
import { Answer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Fistéis of a house that files for everybody it knows. */
const MOST_FISTELS = 20_000
async function oneOf(ctx: Ctx, { client: id, ...semester }: ClientOfSemester) {
  const client = await ctx.rows(clients).find(key.parse(id))
  const found = (await economicsOf(ctx, semester, [client.id])).get(client.id)
  const economic: Economic = found ?? { figures: [], gaps: [], complete: false }
  return { client, economic }
}

/** What is written of a client's semester. Throws a 409 or a 422 that says what is wrong. */
function fileOf(
  ctx: Ctx,
  { year, semester }: Semester,
  { client, economic }: Pick<SemesterState, 'client' | 'economic'>,
) {
  if (client.document.length !== 14)
    throw problem('conflict', 'O cliente está cadastrado com CPF; o arquivo é de um CNPJ.')
  return writeEconomic({
    year,
    semester,
    cnpj: client.document,
    cn: ctx.config.of(economicCn),
    figures: economic.figures,
  })
}

/** Every client the user sees with a service that owes the file, by name. */
async function standings(ctx: Ctx, of: Semester): Promise<readonly SemesterState[]> {
  const seen = await ctx.rows(fistels).keys(listQuery(fistels, { pagination: 'false' }), MOST_FISTELS)
  const { rows } = await sql<SemesterState['client'] & Pick<SemesterState, 'lapsed'>>`
    select distinct c.id, c.uuid, c.name, c.document, (${lapsedSql(ctx)})::text as lapsed from clients c
    join fistels f on f.client_id = c.id
    join service_types s on s.id = f.service_type_id and s.term = any(${Object.keys(economicServices)}::text[])
    where f.id = any(${seen}::bigint[]) and c.deleted_at is null and not c.prospect
    order by c.name, c.id`.execute(ctx.sql)
  const found = await economicsOf(
    ctx,
    of,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ lapsed, ...client }) => {
    const economic = found.get(client.id)
    // Who began later, or had left before, has nothing to file.
    return economic && (economic.figures.length || economic.gaps.length) ? [{ client, lapsed, economic }] : []
  })
}

const routes = [
  serve(readSemester, async (ctx, { query }) => {
    const { client, economic } = await oneOf(ctx, query)
    return { data: { client, ...economic } }
  }),
  serve(downloadSemester, async (ctx, { query }) => {
    const { client, economic } = await oneOf(ctx, query)
    const { bytes, warnings } = fileOf(ctx, query, { client, economic })
    const missing = economic.gaps.filter(gap => gap.missing).map(({ message }) => `Falta: ${message}`)
    return new Answer(200, Buffer.from(bytes), {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${economicFileName(query, client.name)}"`,
      // Headers are Latin-1, and no longer than a proxy takes.
      'X-Warnings': encodeURIComponent(JSON.stringify([...warnings, ...missing.slice(0, 12)])),
    })
  }),
  serve(listSemesters, async (ctx, { query }) => ({
    data: (await standings(ctx, query)).map(({ client, lapsed, economic: { figures, gaps, complete } }) => ({
      client,
      lapsed,
      complete,
      missing: gaps.filter(({ missing }) => missing).length,
      doubtful: gaps.filter(({ missing }) => !missing).length,
      states: new Set(figures.map(({ state }) => state)).size,
      why: gaps[0]?.message ?? null,
    })),
  })),
  serve(downloadSemesters, async (ctx, { query }) => {
    const all = await standings(ctx, query)
    const bytes = zipEconomics(query, all, standing => fileOf(ctx, query, standing))
    const name = `economico-${query.year}-sem${query.semester}.zip`
    return new Answer(200, Buffer.from(bytes), {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    })
  }),
]

/** The economic-financial collection: what the coletas of a semester add up to, and its files. */
export const semesterOnServer: ServerFeature = { operations: () => routes }
