import { sql } from 'kysely'
import { issueReset, resetLink } from '#features/people/auth/resets.server.ts'
import { passwordErrors } from '#features/people/auth/password-rules.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import { newToken } from '#features/people/auth/secrets.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import { WrongSettings } from '#server/environment.ts'
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
export async function decidedOnce(db: Sql, key: string, proposed: string): Promise<string> {
  await sql`insert into installation (key, value) values (${key}, ${proposed}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from installation where key = ${key}`.execute(db)
  return rows[0]?.value ?? proposed
}

const setupMinutes = 24 * 60

/**
 * Sees to it that somebody can get in; run at each start, after migrations, profiles and demo data. The administrator of the
 * settings is created once and never again, whatever becomes of it. Without one, and while nobody has a password, answers a
 * fresh one-time link to print in the terminal, good for a day; else null.
 */
export async function ensureAdministrator(
  db: Sql,
  config: Config,
  { passwords, now }: { readonly passwords: Passwords; readonly now: Date },
): Promise<string | null> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  const hash = email && password && !(await wasCreated(db)) ? await firstHash() : null
  return db.transaction().execute(async trx => {
    await sql`lock table installation in share row exclusive mode`.execute(trx)
    if (email && hash && !(await wasCreated(trx))) {
      await createAdministrator(trx, email, hash)
      await decidedOnce(trx, created, 'true')
    }
    const { rows } = await sql`select 1 from users
      where password is not null and active and deleted_at is null limit 1`.execute(trx)
    if (rows.length) return null
    const id = await createAdministrator(trx, email ?? 'admin@localhost', null)
    return resetLink(publicUrl(config), await issueReset(trx, id, now, setupMinutes))
  })

  async function firstHash(): Promise<string> {
    const wrong = await passwordErrors(password ?? '', { product: config.APP_NAME, email: email ?? '', name: '' })
    if (wrong.length)
      throw new WrongSettings(`Configuração inválida:\n  - ADMIN_PASSWORD não serve. ${wrong.join(' ')}`)
    return passwords.hash(password ?? '')
  }
}

const created = 'first_administrator_created'
const wasCreated = async (db: Sql) => {
  const { rows } = await sql`select 1 from installation where key = ${created}`.execute(db)
  return rows.length > 0
}

/** The administrator with this e-mail, made if there is none; a password already chosen stays. */
async function createAdministrator(trx: Sql, email: string, hash: string | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with profile as (
      insert into profiles (name, slug, is_admin, audience) values ('Administrador', 'administrador', true, 'equipe')
      on conflict (slug) where deleted_at is null do update set slug = excluded.slug returning id)
    insert into users (name, email, password, profile_id) select 'Administrador', ${email}, ${hash}, id from profile
    on conflict (lower(email)) where deleted_at is null do update set password = coalesce(users.password, excluded.password)
    returning id`.execute(trx)
  return rows[0]?.id ?? 0
}
