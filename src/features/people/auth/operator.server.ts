import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { personByEmail } from '#features/people/auth/people.server.ts'
import { issueReset, resetLink } from '#features/people/auth/resets.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Minutes in which a link that the operator of the machine made is used: it is handed over by hand. */
const linkMinutes = 24 * 60

export interface OperatorAct {
  readonly db: Sql
  readonly config: Config
  readonly now: Date
}

/** A line of history by nobody: who operates the machine is no user. */
export const noteByOperator = (db: Sql, user: number, event: string) =>
  sql`
  insert into audit_events (request_id, event, resource, row_id, changes)
  values (${`outorga usuario ${randomUUID()}`}, ${event}, 'users', ${user}, '{}'::json)`.execute(db)

/** Creates a user of the office with this profile, by its slug. Answers a link to choose the password; throws, in Portuguese, what is wrong. */
export function createByOperator(
  { db, config, now }: OperatorAct,
  { name, email, profile }: Readonly<Record<'name' | 'email' | 'profile', string>>,
): Promise<string> {
  return db.transaction().execute(async trx => {
    const { rows: profiles } = await sql<{ id: number; audience: string }>`
      select id, audience from profiles where slug = ${profile} and active and deleted_at is null`.execute(trx)
    const [found] = profiles
    if (!found) throw new Error(`Não há perfil ativo "${profile}". Há: ${(await slugsOf(trx)).join(', ') || 'nenhum'}.`)
    if (found.audience !== 'equipe')
      throw new Error(`O perfil "${profile}" é de pessoas de clientes: crie a pessoa pela tela do cliente.`)
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, profile_id) values (${name}, ${email}, ${found.id})
      on conflict (lower(email)) where deleted_at is null do nothing returning id`.execute(trx)
    const [created] = rows
    if (!created)
      throw new Error(
        `Já há uma pessoa com o e-mail ${email}. Para um link de senha: outorga usuario senha --email ${email}`,
      )
    await noteByOperator(trx, created.id, 'store')
    return resetLink(publicUrl(config), await issueReset(trx, created.id, now, linkMinutes))
  })
}

async function slugsOf(trx: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from profiles where active and deleted_at is null and audience = 'equipe' order by slug`.execute(trx)
  return rows.map(({ slug }) => slug)
}

/** A one-time link to choose a new password; earlier ones end. The present password and sessions go on until it is used. */
export function linkByOperator({ db, config, now }: OperatorAct, email: string): Promise<string> {
  return db.transaction().execute(async trx => {
    const person = await personByEmail(trx, email)
    if (!person) throw new Error(`Não há pessoa ativa com o e-mail ${email}.`)
    await noteByOperator(trx, person.id, 'copiar-convite')
    return resetLink(publicUrl(config), await issueReset(trx, person.id, now, linkMinutes))
  })
}
