import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { noteByOperator, type OperatorAct } from '#features/people/auth/operator.server.ts'
import { personByEmail } from '#features/people/auth/people.server.ts'
import { endSessions } from '#features/people/auth/sessions.server.ts'
import { informOwner } from '#features/people/factor/letters.server.ts'
import { dropFactors } from '#features/people/factor/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Ctx, Sql } from '#server/operation.ts'

interface ResetPerson {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** Removes all second factors of somebody who lost them; their sessions end. Throws a 409 where there are none. */
async function removeAll(trx: Sql, config: Config, who: ResetPerson, by: string, now: Date): Promise<void> {
  await sql`select id from users where id = ${who.id} for no key update`.execute(trx)
  if (!(await dropFactors(trx, who.id))) throw problem('conflict', `${who.name} não tem segundo fator.`)
  await endSessions(trx, who.id, 'administrator', now)
  const reason = `${by} removeu o segundo fator da sua conta, e as suas sessões terminaram. Entre com a senha e cadastre outro.`
  await informOwner(trx, config, who, { subject: 'segundo fator redefinido', reason })
}

/** The same for an administrator, in their request; who may is judged before. */
export async function resetFactors(ctx: Ctx, who: ResetPerson, now: Date): Promise<void> {
  if (who.id === ctx.user.id) throw problem('conflict', 'Os próprios fatores removem-se em Segurança.')
  await removeAll(ctx.sql, ctx.config, who, ctx.user.name, now)
  ctx.after(async () => ctx.mail.sender?.nudge())
}

/** The same for who operates the machine; throws, in Portuguese, what is wrong. */
export const resetFactorsByOperator = ({ db, config, now }: OperatorAct, email: string): Promise<void> =>
  db.transaction().execute(async trx => {
    const person = await personByEmail(trx, email)
    if (!person) throw new Error(`Não há pessoa ativa com o e-mail ${email}.`)
    await removeAll(trx, config, person, 'Quem opera o servidor', now)
    await noteByOperator(trx, person.id, 'redefinir-segundo-fator')
  })
