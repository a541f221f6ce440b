import { sql, type Kysely } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import type { SampleAccount, ServerFeature } from '#features/feature.server.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import type { LentToDemo } from '#features/platform/demo/fill.server.ts'
import { demoWanted } from '#features/platform/demo/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

const password = 'demonstracao-2026'
/** While this row exists the database holds demonstration data; its value is the password hash all its accounts share. */
const key = 'demo'

/**
 * Fills an unused installation with the data of a working consultancy, as a preview of the product. Answers lines to print:
 * who can sign in; none when nothing was loaded.
 */
export async function loadDemo(
  db: Kysely<unknown>,
  config: Config,
  passwords: Passwords,
  now: Date,
  lent: LentToDemo,
): Promise<readonly string[]> {
  const wanted = config.of(demoWanted) ?? (!config.DATABASE_URL && !config.ADMIN_EMAIL)
  if (!wanted || (await inUse(db))) return []
  const hash = await passwords.hash(password)
  return db.transaction().execute(async trx => {
    // A second process waits until the first has filled it, which takes longer than any request may.
    await sql`set local lock_timeout = 120000`.execute(trx)
    await sql`set local statement_timeout = 120000`.execute(trx)
    await sql`lock table installation in share row exclusive mode`.execute(trx)
    if (await inUse(trx)) return []
    const { fill } = await import('#features/platform/demo/fill.server.ts')
    await fill(trx, config, dayIn(now).day, hash, lent)
    await sql`insert into installation (key, value) values (${key}, ${hash})`.execute(trx)
    const accounts = await demoAccounts(trx)
    return [
      `Dados de demonstração carregados. Entre com a senha ${password}:`,
      ...accounts.map(({ email, role }) => `  ${email} (${role})`),
    ]
  })
}

const inUse = async (db: Sql) => {
  const { rows } = await sql`select 1 from users limit 1`.execute(db)
  return rows.length > 0
}

/** Who may still enter with the demonstration's password: none once the accounts are closed, or the password was changed. */
export async function demoAccounts(db: Sql): Promise<readonly SampleAccount[]> {
  const { rows } = await sql<{ email: string; role: string }>`
    select u.email, concat_ws(' · ', p.name, coalesce(
      (select string_agg(c.fantasy_name, ', ' order by c.id) from clients c
        join clients_client_users l on l.parent_id = c.id where l.user_id = u.id and c.deleted_at is null),
      e.nome_fantasia)) as role
    from installation i
    join users u on u.password = i.value and u.active and u.deleted_at is null
    join profiles p on p.id = u.profile_id
    left join empresas e on e.id = u.empresa_id
    where i.key = ${key} order by u.id`.execute(db)
  return rows.map(({ email, role }) => ({ email, password, role }))
}

/** A consultancy at work. */
export const demoOnServer = (
  { config, passwords, now }: { readonly config: Config; readonly passwords: Passwords; readonly now: () => Date },
  lent: LentToDemo,
): ServerFeature => ({
  sample: {
    load: ({ kysely }) => loadDemo(kysely, config, passwords, now(), lent),
    accounts: demoAccounts,
  },
})
