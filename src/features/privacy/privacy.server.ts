import { sql } from 'kysely'
import * as z from 'zod'
import { isSuperAdmin, permission } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { count, theOne } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import { prospects } from '#features/clients/prospects.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { emailsIn, erased, personalIn, redacted } from '#features/privacy/personal.ts'
import { users } from '#features/users/users.ts'
import { record } from '#server/audit.ts'
import { key } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

interface PrivacyEvent {
  readonly id: number
  readonly at: string
  readonly event: string
  readonly changes: Readonly<Record<string, unknown>>
}
const eventsOf = async ({ sql: db }: Ctx, resource: AnyResource, row: number) => {
  const { rows } = await sql<PrivacyEvent>`select id, at, event, changes from audit_events
    where resource = ${tableOf(resource)} and row_id = ${row} order by id`.execute(db)
  return rows
}
function superAdminOnly({ user }: Ctx) {
  if (!isSuperAdmin(user)) throw problem('forbidden', 'Só um superadministrador trata dos dados pessoais de alguém.')
}

/** What a person may require of a controller of their data (LGPD, art. 18): a copy of it, and its erasure. */
export const privacyOnServer: ServerFeature = {
  operations: () => [clients, prospects, users].flatMap(resource => [tell(resource), erase(resource)]),
}

const privacyFacts = (resource: AnyResource) =>
  ({ access: 'permission', scope: resource, params: z.object({ id: key }) }) as const

const tell = (resource: AnyResource) =>
  operation<{ id: string }>({
    ...privacyFacts(resource),
    id: permission(resource, 'dados-pessoais'),
    summary: 'Baixar os dados pessoais de um registro',
    method: 'GET',
    url: `/api/v1/${resource.path}/:id/dados-pessoais`,
    rate: 'heavy',
    audit: permission(resource, 'dados-pessoais'),
    answers: { 200: 'file' },
    gives: ['application/json; charset=utf-8'],
    handle: async (ctx, { params }) => {
      superAdminOnly(ctx)
      const row = await ctx.rows(resource).find(params.id)
      const values: Readonly<Record<string, unknown>> = { ...row }
      const dados = Object.fromEntries(
        personalIn(resource.fields).map(([name, { label }]) => [label, values[name] ?? null]),
      )
      const historico = (await eventsOf(ctx, resource, row.id)).map(({ at, event, changes }) => ({
        at,
        event,
        changes,
      }))
      // Who took whose data is on the record, which is of the person too.
      await record(ctx, resource, row.id, 'dados-pessoais', {})
      const body = JSON.stringify({ registro: `${resource.path}/${row.uuid}`, dados, historico }, null, 2)
      return new Answer(200, Buffer.from(body), {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="dados-pessoais-${row.id}.json"`,
      })
    },
  })

const erase = (resource: AnyResource) =>
  operation<{ id: string }>({
    ...privacyFacts(resource),
    id: permission(resource, 'anonimizar'),
    summary: 'Apagar os dados pessoais de um registro',
    method: 'PUT',
    url: `/api/v1/${resource.path}/:id/anonimizar`,
    rate: 'write',
    audit: permission(resource, 'anonimizar'),
    answers: { 200: doneJson(rowJson(resource)) },
    handle: async (ctx, { params }) => {
      superAdminOnly(ctx)
      const before = await ctx.rows(resource).find(params.id)
      const { id } = before
      const updated = await ctx.rows(resource).update(id, erased(resource.fields, id), undefined, 'anonimizar')
      await unaddress(ctx, emailsIn(resource.fields, before))
      const events = await eventsOf(ctx, resource, id)
      for (const { id: event, changes } of events)
        await sql`update audit_events set changes = ${JSON.stringify(redacted(resource.fields, changes))}::json
          where id = ${event}`.execute(ctx.sql)
      if (!events.some(({ event }) => event.endsWith('.anonimizar'))) await record(ctx, resource, id, 'anonimizar', {})
      return new Answer(
        200,
        done(
          200,
          `Dados pessoais apagados d${theOne(resource.text)} e de ${count(events.length, lines)} do histórico.`,
          updated,
        ),
        { ETag: `"${updated.version}"` },
      )
    },
  })

/** Removes recipients and texts from the mails of erased people, and cancels those that wait: only the row remains. */
async function unaddress({ sql: db }: Ctx, emails: readonly string[]) {
  await sql`update mails set recipient = 'anonimo@anonimo.invalid', letter = '{}', about = null, version = version + 1, updated_at = now(),
      state = case when state in ('aguardando', 'enviando') then 'dispensado' else state end
    where lower(recipient) = any(${emails.map(each => each.toLowerCase())}::text[])`.execute(db)
}
const lines = { one: 'linha', many: 'linhas', gender: 'f' } as const
