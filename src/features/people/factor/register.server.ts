import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { note } from '#features/people/auth/people.server.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { beginPasskey, beginTotp, confirmTotp, savePasskey } from '#features/people/factor/api.ts'
import { issueRecoveryCodes } from '#features/people/factor/codes.server.ts'
import { factorKinds, mostFactors, wrongMessages, type FactorKind } from '#features/people/factor/factors.ts'
import { informOwner, whereInWords } from '#features/people/factor/letters.server.ts'
import { creationOptions, newCredential, transportsIn } from '#features/people/factor/passkeys.server.ts'
import { noPasskeys, renewProof } from '#features/people/factor/proof.server.ts'
import { factorsOf, lockFactor, secretPurpose, spendCode } from '#features/people/factor/store.server.ts'
import { newTotp } from '#features/people/factor/totp.server.ts'
import { seal } from '#parts/secret/seal.server.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Routes by which somebody registers a device that makes codes, or a passkey. Each is worth nothing before it is proved. */
export const registerRoutes = ({ now }: Auth): readonly AnyOperation[] => [
  serve(beginTotp, async (ctx, { body: { name } }) => {
    const { secret, uri } = await newTotp(ctx.config, ctx.user.email)
    const factor = { uuid: randomUUID(), user_id: ctx.user.id }
    const sealed = seal(ctx.config, secretPurpose(factor), secret)
    await ctx.transact(async inner => {
      await refuseMany(inner)
      // One that was begun before is given up.
      await sql`delete from user_factors where user_id = ${factor.user_id} and confirmed_at is null`.execute(inner.sql)
      await sql`insert into user_factors (uuid, user_id, kind, name, created_at, secret)
        values (${factor.uuid}, ${factor.user_id}, 'totp', ${name}, ${at(now())}, ${sealed})`.execute(inner.sql)
    })
    // A start needs none of it. The library itself, a CommonJS module, would lose its names in the bundle.
    const { qrOf } = await import('#features/people/factor/qr.server.ts')
    return { data: { uuid: factor.uuid, secret, uri, qr: qrOf(uri) } }
  }),
  serve(confirmTotp, async (ctx, { id, body: { code } }) => {
    await lockSelf(ctx)
    const factor = await lockFactor(ctx.sql, ctx.user.id, id)
    if (!factor || factor.kind !== 'totp') throw problem('missing')
    if (factor.confirmed_at !== null) throw problem('conflict', 'Este aplicativo já foi confirmado.')
    if (!(await spendCode(ctx.sql, ctx.config, factor, code.replace(/\s/g, ''), now())))
      throw invalid({ code: wrongMessages.otp ?? '' })
    await sql`update user_factors set confirmed_at = ${at(now())} where id = ${factor.id}`.execute(ctx.sql)
    const recovery_codes = await welcomeFactor(ctx, 'totp', factor.name, confirmTotp.id, now())
    return doneAnswer(200, 'Aplicativo de códigos cadastrado.', { recovery_codes })
  }),
  serve(beginPasskey, async ctx => {
    const { sql: db, config, user } = ctx
    const options = await creationOptions({ db, config, now: now() }, user, await factorsOf(db, user.id))
    if (!options) throw problem('conflict', noPasskeys)
    return { data: options }
  }),
  serve(savePasskey, async (ctx, { body: { name, credential } }) => {
    const { config, user } = ctx
    const made = await newCredential({ db: ctx.sql, config, now: now() }, user.id, credential)
    if (!made) throw invalid({ credential: 'A chave de acesso não foi aceita. Comece de novo.' })
    return ctx.transact(async inner => {
      await refuseMany(inner)
      const { rows } = await sql`
        insert into user_factors (user_id, kind, name, created_at, confirmed_at, credential, public_key, counter, transports)
        values (${user.id}, 'passkey', ${name}, ${at(now())}, ${at(now())}, ${made.id}, ${Buffer.from(made.publicKey)},
          ${made.counter}, ${transportsIn(made.transports)}::text[])
        on conflict (credential) do nothing returning id`.execute(inner.sql)
      if (!rows.length) throw problem('conflict', 'Esta chave de acesso já está cadastrada.')
      const recovery_codes = await welcomeFactor(inner, 'passkey', name, savePasskey.id, now())
      return doneAnswer(200, 'Chave de acesso cadastrada.', { recovery_codes })
    })
  }),
]

/** Serialises what one person does to their factors: counts and the first set of codes are of one moment. */
export async function lockSelf({ sql: trx, user }: Ctx): Promise<void> {
  await sql`select id from users where id = ${user.id} for no key update`.execute(trx)
}

async function refuseMany(ctx: Ctx) {
  await lockSelf(ctx)
  if ((await factorsOf(ctx.sql, ctx.user.id)).length >= mostFactors)
    throw problem('conflict', `São no máximo ${mostFactors} segundos fatores. Remova um antes.`)
}

/** What follows a new factor: history, a mail to its owner, a proof for this session, and with the first one recovery codes. */
async function welcomeFactor(ctx: Ctx, kind: FactorKind, name: string, event: string, now: Date) {
  const { sql: trx, config, user, request } = ctx
  const what = factorKinds[kind].toLowerCase()
  await note(trx, { request_id: request.id, user_id: user.id }, event, { [factorKinds[kind]]: [null, name] })
  const reason = `Um segundo fator (${what} “${name}”) foi cadastrado na sua conta, de ${whereInWords(request, now)}.`
  await informOwner(trx, config, user, { subject: 'segundo fator cadastrado', reason })
  ctx.after(async () => ctx.mail.sender?.nudge())
  await renewProof(ctx, now, true)
  const isFirst = (await factorsOf(trx, user.id)).length === 1
  return isFirst ? issueRecoveryCodes(trx, user.id, now) : []
}
