import { sql } from 'kysely'
import type { Audience, User } from '#kernel/access.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import type { Sql } from '#server/operation.ts'

export interface Authenticated {
  readonly user: User
  readonly session_id: number
  /** The thumbprint of the key whose proofs its requests need; null for a bearer token. */
  readonly jkt: string | null
  /** When the token ends. */
  readonly until: string
  /** When its user last proved who they are, by what they have and by a second factor, if they have one. */
  readonly proved_at: string | null
  readonly factor_proved_at: string | null
}

const hasFactor = sql`exists (select from user_factors f where f.user_id = u.id and f.confirmed_at is not null)`
export const whole = sql`u.id, u.uuid, u.name, u.email, u.birthday::text as birthday, u.empresa_id,
  u.empresa_visualizacao_id, u.redefinir_senha_apos_login, p.is_admin, p.uuid as profile_uuid,
  p.slug as profile_slug, p.name as profile_name, p.audience as profile_audience, p.allow_routes,
  case when p.second_factor_days is not null and not ${hasFactor}
    then greatest(p.second_factor_since, u.profile_since) + p.second_factor_days * interval '1 day' end as segundo_fator_ate`
export const welcome = sql`u.active and u.deleted_at is null and p.active and p.deleted_at is null`

/**
 * Who holds this access token, in one statement; null when nobody may: it is unknown or expired, its session ended, or its
 * user or profile was disabled or deleted.
 */
export async function userOf(db: Sql, token: string, now: Date): Promise<Authenticated | null> {
  const { rows } = await sql<UserRecord & Omit<Authenticated, 'user'> & { has_vouched_factor: boolean }>`
    select s.id as session_id, s.jkt, t.expires_at as until, coalesce(s.proved_at, s.created_at) as proved_at,
      case when ${hasFactor} then s.factor_proved_at else coalesce(s.proved_at, s.created_at) end as factor_proved_at,
      exists (select from directory_sessions d where d.session_id = s.id and d.has_factor) as has_vouched_factor, ${whole}
    from access_tokens t join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id join profiles p on p.id = u.profile_id
    where t.hash = ${hashOf(token)} and t.expires_at > ${at(now)} and s.ended_at is null and ${welcome}`.execute(db)
  const found = rows[0]
  if (!found) return null
  const { session_id, jkt, until, proved_at, factor_proved_at, has_vouched_factor, ...rest } = found
  // A second factor that the directory requires counts: none has to be registered here.
  const due = has_vouched_factor ? null : rest.segundo_fator_ate
  const user = {
    ...userIn(rest),
    segundo_fator_ate: due,
    cadastrar_segundo_fator: due !== null && due <= now.toISOString(),
  }
  return { user, session_id, jkt, until, proved_at, factor_proved_at }
}

/** This user with the rights of now; null when they may not come in any more. */
export async function userById(db: Sql, id: number): Promise<User | null> {
  const { rows } = await sql<UserRecord>`
    select ${whole} from users u join profiles p on p.id = u.profile_id where u.id = ${id} and ${welcome}`.execute(db)
  return rows[0] ? userIn(rows[0]) : null
}

/** Whose calendar this link opens; null for nobody's, and for who may not sign in any more. */
export async function holderOfLink(db: Sql, token: string): Promise<User | null> {
  const { rows } = await sql<UserRecord>`
    select ${whole} from calendar_links l join users u on u.id = l.user_id join profiles p on p.id = u.profile_id
    where l.hash = ${hashOf(token)} and ${welcome}`.execute(db)
  return rows[0] ? userIn(rows[0]) : null
}

export const userIn = ({ profile_uuid, profile_slug, profile_name, profile_audience, ...rest }: UserRecord): User => ({
  ...rest,
  cadastrar_segundo_fator: false,
  profile: { uuid: profile_uuid, slug: profile_slug, name: profile_name, audience: profile_audience },
})

export type UserRecord = Omit<User, 'profile' | 'cadastrar_segundo_fator'> & {
  readonly profile_uuid: string
  readonly profile_slug: string
  readonly profile_name: string
  readonly profile_audience: Audience
}
