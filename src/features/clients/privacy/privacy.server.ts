import { sql } from 'kysely'
import { isSuperAdmin, permission } from '#kernel/access.ts'
import { call } from '#kernel/call.ts'
import { problem } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { count, theOne } from '#kernel/text.ts'
import { doneShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { emailsIn, erased, personalIn, redacted } from '#features/clients/privacy/personal.ts'
import { users } from '#features/people/users/users.ts'
import { forgetDraftsOf } from '#parts/draft/store.server.ts'
import { record } from '#server/audit.ts'
import { etag } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

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
  operations: () => [clients, prospects, users].flatMap(resource => [copyRoute(resource), eraseRoute(resource)]),
}

const copyCallOf = (of: AnyResource) =>
  call.get(`/${of.path}/:id/dados-pessoais`, {
    id: permission(of, 'dados-pessoais'),
    summary: 'Baixar os dados pessoais de um registro',
    of,
    proof: 'any',
    rate: 'heavy',
    audit: permission(of, 'dados-pessoais'),
    gives: ['application/json; charset=utf-8'],
    answer: 'file',
  })
const eraseCallOf = (of: AnyResource) =>
  call.put(`/${of.path}/:id/anonimizar`, {
    id: permission(of, 'anonimizar'),
    summary: 'Apagar os dados pessoais de um registro',
    of,
    proof: 'any',
    answer: doneShape(rowShape(of)),
  })

const copyRoute = (resource: AnyResource) =>
  serve(copyCallOf(resource), async (ctx, { id }) => {
    superAdminOnly(ctx)
    const row = await ctx.rows(resource).find(id)
    const values: Readonly<Record<string, unknown>> = { ...row }
    const dados = Object.fromEntries(
      personalIn(resource.fields).map(([name, { label }]) => [label, values[name] ?? null]),
    )
    const historico = (await eventsOf(ctx, resource, row.id)).map(({ at, event, changes }) => ({ at, event, changes }))
    // The history says who copied the data, and it belongs to the person too.
    await record(ctx, resource, row.id, 'dados-pessoais', {})
    const body = JSON.stringify({ registro: `${resource.path}/${row.uuid}`, dados, historico }, null, 2)
    return new Answer(200, Buffer.from(body), {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="dados-pessoais-${row.id}.json"`,
    })
  })

const eraseRoute = (resource: AnyResource) =>
  serve(eraseCallOf(resource), async (ctx, { id: key }) => {
    superAdminOnly(ctx)
    const before = await ctx.rows(resource).find(key)
    const { id } = before
    const updated = await ctx.rows(resource).update(id, erased(resource.fields, id), undefined, 'anonimizar')
    await unaddress(ctx, emailsIn(resource.fields, before))
    await forgetDraftsOf(ctx, before.uuid)
    const events = await eventsOf(ctx, resource, id)
    for (const { id: event, changes } of events)
      await sql`update audit_events set changes = ${JSON.stringify(redacted(resource.fields, changes))}::json
        where id = ${event}`.execute(ctx.sql)
    if (!events.some(({ event }) => event.endsWith('.anonimizar'))) await record(ctx, resource, id, 'anonimizar', {})
    const message = `Dados pessoais apagados d${theOne(resource.text)} e de ${count(events.length, lines)} do histórico.`
    return new Answer(200, doneAnswer(200, message, updated), etag(updated))
  })

/** Removes recipients and texts from the mails of erased people, and cancels those that wait: only the row remains. */
async function unaddress({ sql: db }: Ctx, emails: readonly string[]) {
  await sql`update mails set recipient = 'anonimo@anonimo.invalid', letter = '{}', about = null, version = version + 1, updated_at = now(),
      state = case when state in ('aguardando', 'enviando') then 'dispensado' else state end
    where lower(recipient) = any(${emails.map(each => each.toLowerCase())}::text[])`.execute(db)
}
const lines = { one: 'linha', many: 'linhas', gender: 'f' } as const
