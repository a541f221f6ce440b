import { sql } from 'kysely'
import { issueReset, resetLink } from '#features/auth/resets.server.ts'
import type { Passwords } from '#features/auth/passwords.server.ts'
import { newToken } from '#features/auth/secrets.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** The credentials the interface shows when it asks for a token. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string
}

/** The client of the settings, or one made once for the installation and shared by all its processes. */
export async function oauthClient(db: Sql, config: Config): Promise<OAuthClient> {
  if (config.OAUTH_CLIENT_ID && config.OAUTH_CLIENT_SECRET)
    return { id: config.OAUTH_CLIENT_ID, secret: config.OAUTH_CLIENT_SECRET }
  return { id: 'outorga-web', secret: await decidedOnce(db, 'oauth_client_secret', newToken()) }
}

/** The value this installation has under `key`: the one proposed, if there was none. */
async function decidedOnce(db: Sql, key: string, proposed: string): Promise<string> {
  await sql`insert into installation (key, value) values (${key}, ${proposed}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from installation where key = ${key}`.execute(db)
  return rows[0]?.value ?? proposed
}

const setupMinutes = 24 * 60

/**
 * Sees to it that somebody can get in; run at each start, after migrations and demo data. The administrator of the settings
 * is created once and never again, whatever becomes of it. Without one, and while nobody has a password, answers a fresh
 * one-time link to print in the terminal; else null.
 */
export async function ensureAdministrator(
  db: Sql,
  config: Config,
  {
    passwords,
    permissions,
    now,
  }: { readonly passwords: Passwords; readonly permissions: readonly string[]; readonly now: Date },
): Promise<string | null> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  const hash = password && !(await alreadyMade(db)) ? await passwords.hash(password) : null
  return db.transaction().execute(async trx => {
    await sql`lock table installation in share row exclusive mode`.execute(trx)
    const profile_id = await administratorProfile(trx, permissions)
    if (email && hash && !(await alreadyMade(trx))) {
      const id = await createUser(trx, 'Administrador', email, hash, profile_id)
      await sql`insert into installation (key, value) values (${made}, ${String(id)})`.execute(trx)
    }
    const { rows } =
      await sql`select 1 from users where password is not null and active and deleted_at is null limit 1`.execute(trx)
    if (rows.length) return null
    const id = await createUser(trx, 'Administrador', email ?? 'admin@localhost', null, profile_id)
    return resetLink(publicUrl(config), await issueReset(trx, id, now, setupMinutes))
  })
}

const made = 'first_administrator'
const alreadyMade = async (db: Sql) => {
  const { rows } = await sql`select 1 from installation where key = ${made}`.execute(db)
  return rows.length > 0
}

/** The profile that may do everything, and everything this version can do. */
async function administratorProfile(trx: Sql, permissions: readonly string[]): Promise<number> {
  const find = sql<{ id: number }>`select id from profiles
    where slug = 'administrador' and is_admin and deleted_at is null order by id limit 1`
  const found =
    (await find.execute(trx)).rows[0] ??
    (
      await sql<{ id: number }>`insert into profiles (name, slug, is_admin)
        values ('Administrador', 'administrador', true) returning id`.execute(trx)
    ).rows[0]
  const id = found?.id ?? 0
  await sql`
    insert into profiles_profile_roles (parent_id, position, role)
    select ${id}, (select coalesce(max(position) + 1, 0) from profiles_profile_roles where parent_id = ${id}) + n - 1, role
    from unnest(${[...permissions]}::text[]) with ordinality as wanted (role, n)
    where role not in (select role from profiles_profile_roles where parent_id = ${id} and active)`.execute(trx)
  return id
}

/** The user with this e-mail, made if there is none; a password already chosen stays. */
async function createUser(
  trx: Sql,
  name: string,
  email: string,
  hash: string | null,
  profile_id: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password, profile_id) values (${name}, ${email}, ${hash}, ${profile_id})
    on conflict (lower(email)) where deleted_at is null do update set password = coalesce(users.password, excluded.password)
    returning id`.execute(trx)
  return rows[0]?.id ?? 0
}
