import { sql } from 'kysely'
import { can, isStaff, permission } from '#kernel/access.ts'
import { eachMeta, isMappable, metasAt, type Meta } from '#kernel/meta.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked, tableOf, type AnyResource } from '#kernel/resource.ts'
import { agree } from '#kernel/text.ts'
import { holders, metasNameIn } from '#features/clients/metas/holders.ts'
import { defining } from '#parts/custom-field/custom-field.server.ts'
import { listIntegrations, mapField, type ListedIntegration } from '#parts/integration/api.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { isIntegration, isMappedName } from '#parts/integration/integration.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { record } from '#server/audit.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface HouseRow {
  readonly id: number
  readonly uuid: string
  readonly key: string
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  readonly integration_type: ListedIntegration['integration_type']
  readonly pivot: ListedIntegration['pivot']
}

/** Houses of this release, with the name a field goes to in each. */
async function housesOf({ sql: db }: Ctx, meta: number | null) {
  const { rows } = await sql<HouseRow>`
    select i.id, i.uuid, i.key, i.name, i.fields,
      jsonb_build_object('id', i.type_id, 'name', i.type_name, 'slug', i.type_slug) as integration_type,
      case when m.meta_id is not null then jsonb_build_object('value', m.value, 'integration_key', i.key) end as pivot
    from integrations i left join integration_meta m on m.integration_id = i.id and m.meta_id = ${meta}::bigint order by i.id`.execute(
    db,
  )
  return rows
}

/** One house as its reader may know it: of the queue, only what is theirs to see. */
async function listedOf(
  ctx: Ctx,
  { fields: _stored, ...row }: HouseRow,
  house: Integration,
): Promise<ListedIntegration> {
  const queue = ctx.rows(integrationQueues)
  const among = (more: Readonly<Record<string, string>>) =>
    listQuery(integrationQueues, { 'filter[integration]': row.key, ...more })
  const mayRead = can(ctx.user, permission(integrationQueues, 'index'))
  const of = (states: string) =>
    mayRead ? queue.count(among({ 'filter[state][in]': states, 'filter[kind][in]': 'envio,aviso' })) : 0
  const [last] = mayRead ? (await queue.page(among({ per_page: '1', sort: '-updated_at' }))).data : []
  const lacking = await house.lacking(ctx.config, ctx.sql)
  const waiting = await of('pendente,processando')
  const [next] = waiting
    ? (await queue.page(among({ per_page: '1', 'filter[state]': 'pendente', sort: 'next_attempt_at' }))).data
    : []
  return {
    ...row,
    configured: lacking === null,
    lacking,
    waiting,
    next_at: next?.next_attempt_at ?? null,
    failed: await of('falhou'),
    last_at: last?.updated_at ?? null,
    takes_any_name: house.takesAnyName ?? false,
    sections: house.sections ?? null,
    // As they are handed in: a stored object forgets their order.
    fields: Object.entries(house.fields ?? {}).map(([key, label]) => ({ key, label })),
  }
}

/** Finds the row that defines a custom field, or throws 404. */
async function holderOf(ctx: Ctx, meta: number) {
  for (const of of holders) {
    const name = metasNameIn(of)
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(tableOf(of))} where deleted_at is null
        and jsonb_path_exists(${sql.ref(name)}::jsonb, '$.**.id ? (@ == $id)', jsonb_build_object('id', ${meta}::bigint))`.execute(
      ctx.sql,
    )
    for (const { id } of rows) {
      const row = await ctx.rows(of).seek(id)
      const held: Readonly<Record<string, unknown>> = { ...row }
      const field = row && eachMeta(metasAt(held, name)).find(each => each.id === meta)
      if (row && field) return { of, row, field }
    }
  }
  throw problem('missing', 'Este campo não existe, ou foi retirado do cadastro.')
}

function refuseUndefining({ user }: Ctx, of: AnyResource, row: { readonly active: boolean }) {
  const isKept = !isStaff(user) && of.fields[metasNameIn(of)]?.options.internal === true
  if (isKept || !can(user, defining) || !can(user, permission(of, 'update')))
    throw problem('forbidden', 'Só quem define os campos deste cadastro os leva a uma integração.')
  if (!row.active) throw problem('conflict', `${agree(of.text, 'inativo')}: reative antes de alterar.`)
  if (isLocked(of, row)) throw problem('conflict', `${agree(of.text, 'fechado')}: reabra antes de alterar.`)
}

function refuseName({ takesAnyName }: Integration, { name, fields }: HouseRow, value: string) {
  if (takesAnyName && !isMappedName(value))
    throw invalid({
      value: 'Use até 64 letras sem acento, números, ponto, hífen e sublinhado, começando por uma letra.',
    })
  if (!takesAnyName && !Object.hasOwn(fields, value))
    throw invalid({ value: `${name} não tem um campo com este nome.` })
}

/** Throws where the kind of the field, or its section, never goes to that service. */
function refuseUntaken({ sections }: Integration, name: string, of: AnyResource, field: Meta) {
  if (sections && !sections.includes(of.path)) throw invalid({ value: `${name} não recebe campos de ${of.text.many}.` })
  if (!isMappable(field)) throw invalid({ value: 'Grupos, arquivos e registros não vão a integrações.' })
}

/** The name it went to before, if any, and where it goes now; nothing changes where it goes there already. */
async function mapMeta(ctx: Ctx, meta: number, house: HouseRow, value: string | null): Promise<boolean> {
  const was = house.pivot?.value ?? null
  if (was === value) return false
  await (
    value === null
      ? sql`delete from integration_meta where meta_id = ${meta} and integration_id = ${house.id}`
      : sql`insert into integration_meta (integration_id, meta_id, value) values (${house.id}, ${meta}, ${value})
        on conflict (meta_id, integration_id) do update set value = excluded.value`
  ).execute(ctx.sql)
  return true
}

export const integrationRoutes = (houses: () => readonly Integration[]): readonly AnyOperation[] => {
  const handedIn = (key: string) => houses().find(each => each.key === key)
  return [
    serve(listIntegrations, async (ctx, { query }) => {
      const data: ListedIntegration[] = []
      for (const row of await housesOf(ctx, query.meta_id ?? null)) {
        const house = isIntegration(row.key) && handedIn(row.key)
        if (house) data.push(await listedOf(ctx, row, house))
      }
      return { data }
    }),
    serve(mapField, async (ctx, { body: { integration_id, meta_id, value: name } }) => {
      const value = name || null
      const { of, row, field } = await holderOf(ctx, meta_id)
      refuseUndefining(ctx, of, row)
      await ctx.rows(of).hold(row.id)
      const house = (await housesOf(ctx, meta_id)).find(({ id }) => id === integration_id)
      const own = house && handedIn(house.key)
      if (!house || !own) throw invalid({ integration_id: 'Esta integração não existe.' })
      if (value !== null) {
        refuseName(own, house, value)
        refuseUntaken(own, house.name, of, field)
      }
      const changed = await mapMeta(ctx, meta_id, house, value)
      if (changed)
        await record(ctx, of, row.id, 'integration-meta', {
          [`${field.extras.label} → ${house.name}`]: [house.pivot?.value ?? null, value],
        })
      return doneAnswer(200, changed ? 'Campo levado à integração.' : 'Nada mudou.', { integration_id, meta_id, value })
    }),
  ]
}
