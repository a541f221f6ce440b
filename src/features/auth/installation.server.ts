import { sql } from 'kysely'
import { issueReset, resetLink } from '#features/auth/resets.server.ts'
import { hashPassword } from '#features/auth/passwords.server.ts'
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
  const known = await sql<{ value: string }>`select value from installation where key = ${key}`.execute(db)
  if (known.rows[0]) return known.rows[0].value
  await sql`insert into installation (key, value) values (${key}, ${proposed}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from installation where key = ${key}`.execute(db)
  return rows[0]?.value ?? proposed
}

const setupMinutes = 24 * 60

/**
 * Sees to it that somebody can get in; run in a transaction at each start, after migrations, profiles and demo data. The
 * administrator of the settings is created once and never again, whatever becomes of it. Without one, and while nobody has
 * a password, answers what to print in the terminal: a fresh one-time link.
 */
export async function ensureAdministrator(
  trx: Sql,
  config: Config,
  now = new Date(),
  hash = hashPassword,
): Promise<readonly string[]> {
  const { ADMIN_EMAIL: given, ADMIN_PASSWORD: password } = config
  await sql`lock table installation in share row exclusive mode`.execute(trx)
  if (given && password && (await firstTime(trx))) await createAdministrator(trx, given, await hash(password))
  const { rows } =
    await sql`select 1 from users where password is not null and active and deleted_at is null limit 1`.execute(trx)
  if (rows.length) return []
  const email = given ?? 'admin@localhost'
  const token = await issueReset(trx, await createAdministrator(trx, email, null), now, setupMinutes)
  return [
    `Primeiro acesso: abra este endereço em até 24 horas, escolha a senha e entre como ${email}.`,
    resetLink(publicUrl(config), token),
  ]
}

async function firstTime(trx: Sql): Promise<boolean> {
  const { rows } = await sql`insert into installation (key, value) values ('first_administrator', 'created')
    on conflict do nothing returning key`.execute(trx)
  return rows.length === 1
}

/** The administrator with this e-mail, made if there is none; a password already chosen stays. */
async function createAdministrator(trx: Sql, email: string, hash: string | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with profile as (
      insert into profiles (name, slug, is_admin) values ('Administrador', 'administrador', true)
      on conflict (slug) where deleted_at is null do update set slug = excluded.slug returning id)
    insert into users (name, email, password, profile_id) select 'Administrador', ${email}, ${hash}, id from profile
    on conflict (lower(email)) where deleted_at is null do update set password = coalesce(users.password, excluded.password)
    returning id`.execute(trx)
  return rows[0]?.id ?? 0
}
