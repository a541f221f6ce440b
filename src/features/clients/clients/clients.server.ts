import { sql } from 'kysely'
import { companyOf, isStaff } from '#kernel/access.ts'
import type { AnswerOf, ServedInput } from '#kernel/call.ts'
import { formats } from '#kernel/format.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource, StoredOf } from '#kernel/resource.ts'
import {
  addResponsible,
  findTwins,
  listClientPeople,
  listFistelsOfClient,
  listObservations,
  writeObservation,
} from '#features/clients/clients/api.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { clientObservations, notTheirObservation } from '#features/clients/clients/observations.ts'
import { letMailsGo } from '#features/clients/clients/let-go.server.ts'
import { clientViewRoutes } from '#features/clients/clients/see-as.server.ts'
import { ownClientsRoute } from '#features/clients/clients/own.server.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { refuseLastClient } from '#parts/person/linked.server.ts'
import { refuseOutsider } from '#parts/person/person.server.ts'
import { tellAssigned } from '#parts/person/told.server.ts'
import { hasLeft } from '#parts/tenure/tenure.server.ts'
import { features } from '#features/index.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { amongColleagues, refuseOthers, signed } from '#parts/note/note.server.ts'
import { record } from '#server/audit.ts'
import { etag, versionIn } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import type { House } from '#server/house.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { firstDueInTime } from '#kernel/calendar.ts'
import { dayIn } from '#kernel/clock.ts'
import { todaySql } from '#server/days.ts'

const checked = withMetas(() => features, clients, { clientOf: ({ id }) => id })

type ClientDraft = Partial<StoredOf<typeof clients>>
/** Refuses a responsible person outside the client's company, once either changes. */
function refuseStranger(draft: ClientDraft, row: ClientDraft | null, ctx: Ctx) {
  const { responsible_id, empresa_responsavel_id = null } = { ...row, ...draft }
  const stands =
    row?.responsible_id === responsible_id && (row?.empresa_responsavel_id ?? null) === empresa_responsavel_id
  if (stands) return undefined
  // Who works in one company writes its clients.
  const company = row ? empresa_responsavel_id : (empresa_responsavel_id ?? companyOf(ctx.user))
  return refuseOutsider(ctx, { person: responsible_id, of: { company } })
}

/** A client's rows of a section, as its own list would answer them. */
async function rowsOfClient<R extends AnyResource>(
  ctx: Ctx,
  resource: R,
  client: string,
  query: ServedInput<typeof listObservations>['query'],
) {
  const id = await ctx.rows(clients).locate(client)
  const wanted = { ...query, 'filter[client_id]': String(id) }
  return ctx.rows(resource).page(listQuery(resource, wanted, !isStaff(ctx.user)))
}

type ClientPerson = AnswerOf<typeof listClientPeople>['data'][number]
/** Names at least this much alike, by their trigrams. */
const nameLikeness = 0.5

const operations = [
  serve(listFistelsOfClient, (ctx, { id, query }) => rowsOfClient(ctx, fistels, id, query)),
  serve(listObservations, (ctx, { id, query }) => rowsOfClient(ctx, clientObservations, id, query)),
  serve(writeObservation, async (ctx, { id, body }) => {
    const client = await ctx.rows(clients).locate(id)
    const made = await ctx.rows(clientObservations).create({ client_id: client, content: body.content })
    return new Answer(201, doneAnswer(201, 'Observação registrada com sucesso.', made))
  }),
  serve(listClientPeople, async (ctx, { id }) => {
    const client = await ctx.rows(clients).locate(id)
    const { rows } = await sql<ClientPerson>`
      select u.id, u.uuid, u.name, u.email,
        u.active and p.active and p.deleted_at is null and p.audience = 'clientes' as enters
      from clients_client_users l join users u on u.id = l.user_id join profiles p on p.id = u.profile_id
      where l.parent_id = ${client} and u.deleted_at is null order by u.name, u.id`.execute(ctx.sql)
    return { data: rows, total: rows.length }
  }),
  serve(addResponsible, async (ctx, { id: client, body: { responsible, phone, mail } }) => {
    if (!phone && !mail) throw invalid({ phone: 'Informe um telefone ou um e-mail.' })
    const { id, phones, mails } = await ctx.rows(clients).lock(client)
    const updated = await ctx.rows(clients).update(
      id,
      {
        ...(phone && { phones: [...phones, { responsible, phone }] }),
        ...(mail && { mails: [...mails, { responsible, mail }] }),
      },
      versionIn(ctx),
    )
    return new Answer(200, doneAnswer(200, 'Responsável acrescentado com sucesso.', updated), etag(updated))
  }),
  serve(findTwins, async (ctx, { query: { document = '', name = '', except = '' } }) => {
    const key = formats.document.parse(document)
    const { rows } = await sql<{ id: number }>`
      select id from clients
      where deleted_at is null and uuid::text <> ${except} and (document = ${key}
        or (plain(name) % plain(${name}) and similarity(plain(name), plain(${name})) >= ${nameLikeness}))
      order by document = ${key} desc nulls last, similarity(plain(name), plain(${name})) desc, id limit 5`.execute(
      ctx.sql,
    )
    const wanted = { 'filter[id][in]': rows.map(({ id }) => id).join(), pagination: 'false' }
    if (!rows.length) return { data: [] }
    const found = await Promise.all(
      [clients, prospects].map(async resource => {
        const seen = await ctx.rows(resource).list(listQuery(resource, wanted))
        return seen.map(each => ({ ...each, path: resource.path, same: each.document === key }))
      }),
    )
    return { data: found.flat().toSorted((a, b) => Number(b.same) - Number(a.same)) }
  }),
] as const

const observations = extend(clientObservations, {
  visible: amongColleagues,
  beforeCreate: signed,
  guard: ({ user_id }, ctx) => refuseOthers(user_id, ctx, notTheirObservation),
})

/** Selects what the client of this alias lacks, a line each: papers missing or expired while it is served, and bills overdue. */
const pendencies = (alias: string) => `
  select case when h.ended is null then 0 else 1 end as rank,
    y.name || coalesce(' (venceu em ' || to_char(h.ended, 'DD/MM/YYYY') || ')', ' (falta)') as said
  from document_types y
  left join (
    select d.document_type_id, bool_or(d.valid_until is null or d.valid_until >= ${todaySql}) as good, max(d.valid_until) as ended
    from documents d where d.client_id = ${alias}.id and d.active and d.deleted_at is null group by d.document_type_id) h on h.document_type_id = y.id
  where y.required and y.active and y.deleted_at is null and h.good is not true and not ${hasLeft(alias)}
  union all
  select 2, 'Conta a receber (venceu em ' || to_char(b.due_date, 'DD/MM/YYYY') || ')'
  from bills_to_receive b where b.client_id = ${alias}.id and b.deleted_at is null and b.active
    and not b.downloaded and not b.called_off and b.due_date < date '${firstDueInTime(dayIn(new Date()).day)}'`

/** Refuses to bring back a deleted client, where another feature forbids it. */
type RefuseRevival = (ctx: Ctx, client: number) => Promise<void>

/** One table, two sections: who became a client takes along all that was written before. */
const extensionsOf = (refuseRevival: RefuseRevival) => [
  extend(clients, {
    operations,
    beforeCreate: async (draft, ctx) => {
      await refuseStranger(draft, null, ctx)
      return checked.beforeCreate(draft, ctx)
    },
    beforeChange: async (draft, row, ctx) => {
      await refuseStranger(draft, row, ctx)
      if (draft.client_users) {
        const stay = new Set(draft.client_users.map(({ user_id }) => user_id))
        const taken = (row.client_users ?? []).flatMap(({ user_id }) => (stay.has(user_id) ? [] : [user_id]))
        await refuseLastClient(ctx, row.id, taken)
      }
      const { uuid, name, responsible_id: was } = row
      await tellAssigned(ctx, { of: clients, uuid, was, person: draft.responsible_id, what: `pelo cliente ${name}` })
      return checked.beforeUpdate(draft, row, ctx)
    },
    beforeRemove: ({ id }, ctx) => letMailsGo(ctx, id),
    beforeRevive: async (row, ctx) => {
      await refuseRevival(ctx, row.id)
      await refuseOutsider(ctx, { person: row.responsible_id, of: { company: row.empresa_responsavel_id } })
    },
    derived: {
      have_pendencies: alias => `exists (${pendencies(alias)})`,
      pendency_names: alias =>
        `(select string_agg(p.said, '; ' order by p.rank, p.said) from (${pendencies(alias)}) p)`,
      remaining_days: alias => `${alias}.contract_due_date - ${todaySql}`,
      tag_names: alias => `(
        select string_agg(g.name, ', ' order by l.position) from clients_tags l join tags g on g.id = l.tag_id
        where l.parent_id = ${alias}.id)`,
      matriz: alias => `length(${alias}.document) = 14 and substr(${alias}.document, 9, 4) = '0001'`,
      have_stations_shared: alias => `exists (
        select 1 from stations_client_shared_stations l join stations s on s.id = l.parent_id
        where l.client_id = ${alias}.id and s.deleted_at is null)`,
    },
    daysTo: { remaining_days: 'contract_due_date' },
    /** Of its fistels, those staff chose to show. */
    shown: (row, { user }) =>
      isStaff(user) || !('fistels' in row)
        ? row
        : { ...row, fistels: row.fistels.filter(each => each.show_for_client) },
    visible: ({ alias, declared }) => sql`(${declared} and not ${sql.ref(`${alias}.prospect`)})`,
  }),
  extend(prospects, {
    beforeCreate: draft => ({ ...draft, prospect: true }),
    visible: ({ alias, declared }) => sql`(${declared} and ${sql.ref(`${alias}.prospect`)})`,
    beforeRemove: ({ id }, ctx) => letMailsGo(ctx, id),
    actions: {
      'converter-em-cliente': async (row, ctx) => {
        await sql`update clients set prospect = false, version = version + 1, updated_at = now() where id = ${row.id}`.execute(
          ctx.sql,
        )
        await record(ctx, prospects, row.id, 'converter-em-cliente', { prospect: [true, false] })
        return row
      },
    },
  }),
  observations,
]

/** `now` and `person` are the server's own. */
export const clientsOnServer = (
  now: () => Date,
  person: House['person'],
  refuseRevival: RefuseRevival,
): ServerFeature => ({
  extensions: extensionsOf(refuseRevival),
  operations: () => [ownClientsRoute, ...clientViewRoutes(now, person)],
  burdens: [
    {
      of: clients,
      by: 'responsible_id',
      follows: false,
      client: sql`t.id`,
      open: sql`not t.prospect`,
      name: sql`t.name`,
    },
  ],
})
