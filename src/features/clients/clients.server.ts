import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { doneJson, integer, list, pageJson, rowJson, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import { clientObservations } from '#features/clients/observations.ts'
import { prospects } from '#features/clients/prospects.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { record } from '#server/audit.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import { no } from '#server/sql.ts'

const common = { access: 'permission', scope: clients, params: z.object({ id: key }) } as const
const query = z.record(z.string(), z.unknown())

/** The rows of a section that are of one client, asked as its list is. */
const listOf = (name: string, summary: string, resource: AnyResource): AnyOperation =>
  operation<{ id: string }, Record<string, unknown>>({
    ...common,
    id: `clients.${name}`,
    summary,
    method: 'GET',
    url: `/api/v1/clients/:id/${name}`,
    rate: 'read',
    audit: null,
    query,
    answers: { 200: pageJson(rowJson(resource, { withLines: false })) },
    handle: async (ctx, input) => {
      const { id } = await ctx.rows(clients).find(input.params.id)
      const wanted = { ...input.query, 'filter[client_id]': String(id) }
      return ctx.rows(resource).page(listQuery(resource, wanted, !isStaff(ctx.user)))
    },
  })

const observe = operation<{ id: string }, unknown, { content: string }>({
  ...common,
  id: 'clients.observations.store',
  summary: 'Registrar uma observação',
  method: 'POST',
  url: '/api/v1/clients/:id/observations',
  rate: 'write',
  audit: 'client-observations.store',
  body: z.strictObject({ content: z.string('Preencha este campo.').trim().min(1, 'Preencha este campo.').max(10_000) }),
  answers: { 201: doneJson(rowJson(clientObservations)) },
  handle: async (ctx, { params, body }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const made = await ctx.rows(clientObservations).create({ client_id: id, content: body.content })
    return new Answer(201, done(201, 'Observação registrada com sucesso.', made))
  },
})

const people = operation<{ id: string }>({
  ...common,
  id: 'clients.users',
  summary: 'Ver quem entra pelo cliente',
  method: 'GET',
  url: '/api/v1/clients/:id/users',
  rate: 'read',
  audit: null,
  answers: {
    200: shape({ data: list(shape({ id: integer, uuid: string, name: string, email: string })), total: integer }),
  },
  handle: async (ctx, { params }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const { rows } = await sql<object>`
      select u.id, u.uuid, u.name, u.email from clients_client_users l join users u on u.id = l.user_id
      where l.parent_id = ${id} and u.deleted_at is null order by u.name, u.id`.execute(ctx.sql)
    return { data: rows, total: rows.length }
  },
})

const author = ({ user }: Ctx, written: number | null | undefined) => {
  if (written !== user.id) throw problem('conflict', 'Só quem escreveu a observação pode mudá-la.')
}

const operations = [
  listOf('fistels', 'Ver os fistéis do cliente', fistels),
  listOf('observations', 'Ver as observações do cliente', clientObservations),
  observe,
  people,
] as const

const observations = extend(clientObservations, {
  visible: ({ user, declared }) => (isStaff(user) ? declared : no),
  beforeCreate: (draft, { user }) => ({ ...draft, user_id: user.id }),
  beforeUpdate: (draft, row, ctx) => {
    author(ctx, row.user_id)
    return draft
  },
  beforeRemove: ({ user_id }, ctx) => author(ctx, user_id),
})

/** One table, two sections: who became a client takes along all that was written before. */
export const clientsOnServer = [
  extend(clients, {
    operations,
    visible: ({ alias, declared }) => sql`(${declared} and not ${sql.ref(`${alias}.prospect`)})`,
  }),
  extend(prospects, {
    beforeCreate: draft => ({ ...draft, prospect: true }),
    visible: ({ alias, declared }) => sql`(${declared} and ${sql.ref(`${alias}.prospect`)})`,
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
] as const
