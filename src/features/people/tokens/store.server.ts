import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { newProgramToken } from '#features/people/auth/token-text.server.ts'
import type { ListedToken, MadeToken, TokenDraft } from '#features/people/tokens/api.ts'
import { tokenLimits, type TokenKind } from '#features/people/tokens/tokens.ts'
import { dayStartSql } from '#server/days.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** Tokens one answer lists. */
const mostListed = 500
/** Days an ended one is listed for. */
const listedDays = 90

/** Tokens of this condition, over `k` and its owner `u`: those that count first, the latest used before the others. */
async function listed({ sql: db }: Pick<Ctx, 'sql'>, which: Part, now: Date): Promise<readonly ListedToken[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const rowJson = (alias: string, name: string) =>
    sql.raw(
      `case when ${alias}.id is null then null else json_build_object('id', ${alias}.id, 'uuid', ${alias}.uuid, 'name', ${alias}.${name}) end`,
    )
  const { rows } = await sql<ListedToken>`
    select k.uuid, k.kind, k.name, k.hint, k.scopes, k.addresses, k.starts_at, k.ends_at, k.created_at, k.ended_at, k.ended_by,
      ${rowJson('u', 'name')} as owner, ${rowJson('e', 'nome_fantasia')} as empresa, ${rowJson('c', 'name')} as client,
      (select count(*)::int from unnest(k.scopes) scope where p.allow_routes::jsonb ? scope) as working,
      case when k.ended_at is not null then 'encerrado' when k.ends_at <= ${moment} then 'venceu'
        when k.starts_at > ${moment} then 'ainda-nao' else 'vale' end as state,
      s.last_used_at, s.ip as last_ip
    from api_tokens k join users u on u.id = k.user_id join profiles p on p.id = u.profile_id
      left join empresas e on e.id = k.empresa_id left join clients c on c.id = k.client_id
      left join api_token_uses s on s.token_id = k.id
    where ${which} and coalesce(k.ended_at, k.ends_at) > ${moment} - ${listedDays} * interval '1 day'
    order by k.ended_at is null and k.ends_at > ${moment} desc, s.last_used_at desc nulls last, k.id desc
    limit ${mostListed}`.execute(db)
  return rows
}

export const ownTokens = (ctx: Ctx, now: Date) => listed(ctx, sql`k.user_id = ${ctx.user.id}`, now)
export const tokensSeen = (ctx: Ctx, now: Date) => listed(ctx, seenBy(ctx), now)

/** Administrators of one company answer for its people alone. */
const seenBy = ({ user }: Ctx): Part => {
  const company = companyOf(user)
  return company === null ? sql`true` : sql`u.empresa_id = ${company}`
}

interface NewToken extends TokenDraft {
  readonly kind: TokenKind
  readonly user_id: number
}

/** Makes a token, in the caller's transaction, and answers it: only its hash is stored. */
export async function makeToken(ctx: Ctx, draft: NewToken, now: Date): Promise<MadeToken> {
  const { kind, user_id, name, scopes, empresa_id, client_id, addresses, starts_on, ends_on } = draft
  // Locked before it is counted: twelve at once do not pass the limit together, nor one while its owner is being disabled.
  const { rows: owners } = await sql`
    select id from users where id = ${user_id} and active and deleted_at is null for no key update`.execute(ctx.sql)
  if (!owners.length) throw invalid({ user_id: 'Esta pessoa não entra mais no sistema.' })
  const { rows: counted } = await sql<{ live: number }>`
    select count(*)::int as live from api_tokens
    where user_id = ${user_id} and ended_at is null and ends_at > ${now.toISOString()}::timestamptz`.execute(ctx.sql)
  if ((counted[0]?.live ?? 0) >= tokenLimits.live)
    throw problem(
      'conflict',
      `São no máximo ${tokenLimits.live} tokens por pessoa: encerre os que não são mais usados.`,
    )
  const token = newProgramToken()
  const starts = starts_on === null ? sql`${now.toISOString()}::timestamptz` : dayStartSql(starts_on)
  const { rows } = await sql<{ id: number }>`
    insert into api_tokens (user_id, kind, name, hash, hint, scopes, empresa_id, client_id, addresses, starts_at, ends_at, created_by)
    values (${user_id}, ${kind}, ${name}, ${hashOf(token)}, ${token.slice(-4)}, ${scopes}::text[], ${empresa_id}, ${client_id},
      ${addresses}::text[], ${starts}, ${dayStartSql(ends_on, 1)}, ${ctx.user.id})
    returning id`.execute(ctx.sql)
  await recordIn(
    ctx,
    'users.token-criado',
    user_id,
    `“${name}”, com ${scopes.length} ${scopes.length === 1 ? 'permissão' : 'permissões'}.`,
  )
  const [made] = await listed(ctx, sql`k.id = ${rows[0]?.id ?? 0}`, now)
  if (!made) throw problem('internal')
  return { token, made }
}

/** Ends a token of oneself, or of anybody whose tokens one sees. Throws a 404, also where it had ended. */
export async function endTokenOf(ctx: Ctx, uuid: string, by: 'owner' | 'administrator', now: Date): Promise<void> {
  const whose = by === 'owner' ? sql`u.id = ${ctx.user.id}` : seenBy(ctx)
  const { rows } = await sql<{ user_id: number; name: string }>`
    update api_tokens k set ended_at = ${now.toISOString()}::timestamptz, ended_by = ${by}
    from users u where u.id = k.user_id and k.uuid::text = ${uuid.toLowerCase()} and k.ended_at is null and ${whose}
    returning k.user_id, k.name`.execute(ctx.sql)
  const [ended] = rows
  if (!ended) throw problem('missing')
  await recordIn(ctx, 'users.token-encerrado', ended.user_id, `“${ended.name}”.`)
}

/** A line in the history of the person who answers for the token. */
const recordIn = ({ sql: db, request, user }: Ctx, event: string, owner: number, reason: string) =>
  sql`insert into audit_events (request_id, user_id, event, resource, row_id, changes, reason)
    values (${request.id}, ${user.id}, ${event}, 'users', ${owner}, '{}'::json, ${reason})`.execute(db)
