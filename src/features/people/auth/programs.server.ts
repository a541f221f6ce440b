import { sql } from 'kysely'
import type { User } from '#kernel/access.ts'
import {
  userById,
  userIn,
  welcome,
  whole,
  type Authenticated,
  type UserRecord,
} from '#features/people/auth/authenticate.server.ts'
import { isGrantable } from '#features/people/auth/scopes.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** What a token leaves of its owner's rights. */
interface TokenLimits {
  readonly token_id: number
  readonly token_uuid: string
  readonly token_name: string
  readonly scopes: readonly string[]
  readonly token_empresa_id: number | null
  readonly token_client_id: number | null
  readonly addresses: readonly string[]
}
type TokenRecord = UserRecord & TokenLimits & { readonly until: string }

/** A program that calls in the name of a person. */
export interface Program extends Authenticated {
  /** Addresses and networks its token is accepted from; none: anywhere. */
  readonly addresses: readonly string[]
}

/** A token counts between its days, while its owner is in, works for its company, and its client is there. */
const holderSql = (which: Part, moment: Part) => sql<TokenRecord>`
  select k.id as token_id, k.uuid as token_uuid, k.name as token_name, k.scopes, coalesce(k.empresa_id, (
      select c.empresa_responsavel_id from clients c where c.id = k.client_id)) as token_empresa_id,
    k.client_id as token_client_id, k.addresses, k.ends_at as until, ${whole}
  from api_tokens k join users u on u.id = k.user_id join profiles p on p.id = u.profile_id
  where ${which} and k.ended_at is null and k.starts_at <= ${moment} and k.ends_at > ${moment} and ${welcome}
    and (k.empresa_id is null or u.empresa_id is null or u.empresa_id = k.empresa_id)
    and (k.client_id is null or exists (select 1 from clients c where c.id = k.client_id and c.deleted_at is null))`

/** Who holds this token of a program, in one statement; null when it is worth nothing. */
export async function programOf(db: Sql, token: string, now: Date): Promise<Program | null> {
  const { rows } = await holderSql(sql`k.hash = ${hashOf(token)}`, at(now)).execute(db)
  const [found] = rows
  return found
    ? {
        user: narrowed(found),
        session_id: 0,
        jkt: null,
        until: found.until,
        // Nobody is at the keyboard to prove it again.
        proved_at: null,
        factor_proved_at: null,
        addresses: found.addresses,
      }
    : null
}

/** A user as they are now; with a token, as far as it still lets a program act for them. Null when they may not come in. */
export async function personOrProgram(db: Sql, id: number, token?: number | null): Promise<User | null> {
  if (token == null) return userById(db, id)
  const { rows } = await holderSql(sql`k.id = ${token} and k.user_id = ${id}`, sql`now()`).execute(db)
  return rows[0] ? narrowed(rows[0]) : null
}

/**
 * The owner with no more rights than both they and the token have. One company looked at is the token's own, and never what the
 * owner chose on a screen. Of one client it sees what people of that client would, narrowed to what the owner may see, and nothing
 * that is the owner's alone: as a view through a client's eyes, it only reads.
 */
function narrowed({
  token_id,
  token_uuid,
  token_name,
  scopes,
  token_empresa_id,
  token_client_id,
  addresses: _addresses,
  until: _until,
  ...record
}: TokenRecord): User {
  const owner = userIn(record)
  const granted = new Set(scopes)
  const user: User = {
    ...owner,
    is_admin: false,
    allow_routes: owner.allow_routes.filter(name => granted.has(name) && isGrantable(name)),
    empresa_id: owner.empresa_id ?? token_empresa_id,
    empresa_visualizacao_id: null,
    token: { id: token_id, uuid: token_uuid, name: token_name },
  }
  if (token_client_id === null) return user
  return {
    ...user,
    id: 0,
    profile: { ...user.profile, audience: 'clientes' },
    seen: { by: user, client: token_client_id },
  }
}

/** When a token was used, written once a minute at most. A failure is nobody's: the use itself was answered. */
export function noteUses(db: Sql, now: () => Date): (use: TokenUse) => void {
  const written = new Map<number, number>()
  return ({ token_id, ip, agent }) => {
    const moment = now().getTime()
    if (moment - (written.get(token_id) ?? 0) < noteInterval) return
    written.set(token_id, moment)
    void sql`
      insert into api_token_uses (token_id, last_used_at, ip, agent) values (${token_id}, ${at(new Date(moment))}, ${ip}, ${agent})
      on conflict (token_id) do update set last_used_at = excluded.last_used_at, ip = excluded.ip, agent = excluded.agent
      where api_token_uses.last_used_at < excluded.last_used_at`
      .execute(db)
      .catch(() => written.delete(token_id))
  }
}
/** Milliseconds. */
const noteInterval = 60_000
interface TokenUse {
  readonly token_id: number
  readonly ip: string
  readonly agent: string
}
