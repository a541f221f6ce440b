import { sql } from 'kysely'
import { can, companyOf, permission } from '#kernel/access.ts'
import { cnpj } from '#kernel/brasil.ts'
import { formats } from '#kernel/format.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { loading } from '#features/platform/imports/anatel/anatel-load.server.ts'
import {
  adoptProviders,
  fetchAnatelFile,
  readAnatelFile,
  searchProviders,
  sendAnatelFile,
  type AnatelProvider,
} from '#features/platform/imports/anatel/api.ts'
import { anatelLimits } from '#features/platform/imports/anatel/limits.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { providersUrl } from '#features/platform/imports/section/settings.server.ts'
import { attemptUnits } from '#features/platform/imports/writing/write.server.ts'
import { readProvider, type AnatelLicence } from '#parts/company/api.ts'
import { fitFileName } from '#parts/file/inspect.server.ts'
import { keepStream } from '#parts/file/store.server.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { andAll } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

const current = sql`(select id from anatel_batches where current_at is not null)`

interface Batch {
  readonly current_at: string
  readonly providers: number
  readonly notices: number
}
const inForce = async ({ sql: db }: Ctx) =>
  (await sql<Batch>`select current_at, providers, notices from anatel_batches where current_at is not null`.execute(db))
    .rows[0] ?? null

/** Puts a load in the queue under a row everybody can follow. */
async function begin(ctx: Ctx, name: string, kept: { sha256: string; size: number } | null) {
  return ctx.transact(async inner => {
    const row = await inner.rows(imports).create({
      name,
      resource: 'anatel',
      user_id: ctx.user.id,
      state: 'na-fila',
      size: kept?.size ?? null,
    })
    if (kept) await sql`update imports set sha256 = ${kept.sha256} where id = ${row.id}`.execute(inner.sql)
    await inner.jobs.send(loading, row, {})
    return row
  })
}

interface AnatelService {
  readonly code: string
  readonly name: string | null
}
const PAGE_SIZE = 50

/** Whether a client with this document exists in the user's company, or in any. */
const isKnown = (ctx: Ctx, alias: Part) => {
  const company = companyOf(ctx.user)
  return sql`exists (
    select 1 from clients c where c.document = ${alias} and c.deleted_at is null
      and (${company}::bigint is null or c.empresa_responsavel_id = ${company}))`
}

/** What Anatel says of a provider, in the words of a client's record. */
interface Provider {
  readonly document: string
  readonly name: string
  readonly fantasy_name: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly zipcode: string | null
  readonly address: string | null
  readonly number: string | null
  readonly complement: string | null
  readonly neighborhood: string | null
  readonly city: { readonly id: number; readonly uuid: string; readonly name: string } | null
}
async function providersOf(ctx: Ctx, documents: readonly string[]) {
  const { rows } = await sql<Provider>`
    select distinct on (p.document) p.document, p.name, p.fantasy_name, p.phone, p.email, p.zipcode, p.address, p.number,
      p.complement, p.neighborhood,
      case when c.id is not null then jsonb_build_object('id', c.id, 'uuid', c.uuid, 'name', c.label) end as city
    from anatel_providers p left join cities c on c.ibge = p.ibge
    where p.batch = ${current} and p.document = any(${documents}::text[])
    order by p.document, p.notice_date desc nulls last, p.notice_fistel`.execute(ctx.sql)
  return rows
}

/** Of the kinds of address, the head office. */
const matriz = 1

const draftOf = ({ document, name, fantasy_name, phone, email, city, ...place }: Provider) => ({
  document,
  name,
  fantasy_name,
  phone,
  email,
  addresses: [{ ...place, city_id: city?.id ?? null, address_type_id: matriz }],
})

export const anatelRoutes = [
  serve(readAnatelFile, async ctx => {
    const { rows: services } = await sql<AnatelService>`
      select service_code as code, max(service_name) as name from anatel_providers
      where batch = ${current} and service_code <> '' group by 1 order by 1 limit 100`.execute(ctx.sql)
    return { data: await inForce(ctx), fetches: Boolean(ctx.config.of(providersUrl)), services }
  }),
  serve(sendAnatelFile, async (ctx, { query, body }) => {
    const kept = await keepStream(ctx, body, anatelLimits.sent)
    const row = await begin(ctx, fitFileName(query.name) || 'prestadoras', kept)
    return new Answer(201, doneAnswer(201, 'Arquivo recebido. As prestadoras entram em alguns minutos.', row))
  }),
  serve(fetchAnatelFile, async ctx => {
    if (!ctx.config.of(providersUrl))
      throw problem('outside', 'O endereço do arquivo da Anatel não está configurado (ANATEL_PROVIDERS_URL).')
    const row = await begin(ctx, 'prestadoras da Anatel', null)
    return new Answer(201, doneAnswer(201, 'Buscando o arquivo na Anatel.', row))
  }),
  serve(searchProviders, async (ctx, { query: asked }) => {
    const { page } = asked
    const where = andAll([
      sql`p.batch = ${current}`,
      ...(asked.uf ? [sql`p.uf = ${formats.uf.parse(asked.uf)}`] : []),
      ...(asked.service ? [sql`p.service_code = ${asked.service}`] : []),
      ...(asked.entity ? [sql`plain(p.entity) like ${`${asked.entity}%`}`] : []),
      ...(asked.city ? [sql`plain(p.city) like plain(${asked.city}) || '%'`] : []),
      ...(asked.search
        ? [sql`(plain(p.name) like '%' || plain(${asked.search}) || '%' or p.document = ${cnpj(asked.search) ?? ''})`]
        : []),
      sql`not ${isKnown(ctx, sql`p.document`)}`,
    ])
    const { rows: data } = await sql<Omit<AnatelProvider, 'services'> & { services: readonly string[] | null }>`
      select p.document, min(p.name) as name, min(p.fantasy_name) as fantasy_name, min(p.entity) as entity, min(p.city) as city,
        min(p.uf) as uf, min(p.phone) as phone, min(p.email) as email,
        array_agg(distinct p.service_code) filter (where p.service_code <> '') as services
      from anatel_providers p where ${where}
      group by p.document order by min(p.name) collate pt_br, p.document limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(
      ctx.sql,
    )
    const { rows: totals } = await sql<{ n: number }>`
      select count(distinct p.document)::int as n from anatel_providers p where ${where}`.execute(ctx.sql)
    return {
      data: data.map(row => ({ ...row, services: row.services ?? [] })),
      total: totals[0]?.n ?? 0,
      page,
      size: PAGE_SIZE,
    }
  }),
  serve(readProvider, async (ctx, { cnpj: document }) => {
    const batch = await inForce(ctx)
    const [found] = await providersOf(ctx, [document])
    const { rows: fistels } = await sql<AnatelLicence>`
      select distinct on (p.notice_fistel) p.notice_fistel as fistel, p.notice_process as process, p.notice_date as since,
        concat_ws(' ', nullif(p.service_code, ''), p.service_name) as service,
        case when t.id is not null then jsonb_build_object('id', t.id, 'uuid', t.uuid, 'name', t.name) end as service_type
      from anatel_providers p
      left join service_types t on t.term = p.service_code and t.deleted_at is null and t.active
      where p.batch = ${current} and p.document = ${document} and p.notice_fistel <> ''
      order by p.notice_fistel, t.id nulls last limit 100`.execute(ctx.sql)
    if (!found) return { at: batch?.current_at ?? null, data: null, fistels: [] }
    const { name, fantasy_name, phone, email, document: _, ...address } = found
    return { at: batch?.current_at ?? null, data: { name, fantasy_name, phone, email, address }, fistels }
  }),
  serve(adoptProviders, async (ctx, { body }) => {
    if (!can(ctx.user, permission(prospects, 'store'))) throw problem('forbidden')
    const found = await providersOf(ctx, body.documents)
    const { rows } = await sql<{ document: string }>`
      select d.document from unnest(${found.map(({ document }) => document)}::text[]) d(document)
      where ${isKnown(ctx, sql`d.document`)}`.execute(ctx.sql)
    const there = new Set(rows.map(({ document }) => document))
    const refused: { name: string; why: string }[] = []
    let created = 0
    for (const provider of found) {
      if (there.has(provider.document)) continue
      const made = await attemptUnits(ctx, () => ctx.rows(prospects).create(draftOf(provider)))
      if ('said' in made) refused.push({ name: provider.name, why: String(made.said) })
      else created++
    }
    const said = created
      ? `${count(created, prospects.text)} ${created === 1 ? 'registrado' : 'registrados'}.`
      : 'Nenhum prospecto registrado.'
    return doneAnswer(200, said, { created, known: there.size, refused })
  }),
]
