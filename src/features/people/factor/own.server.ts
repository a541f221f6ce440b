import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { note, personById } from '#features/people/auth/people.server.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import { isInDirectory } from '#features/people/auth/directory-passwords.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import {
  forgetDevice,
  readOwnSecurity,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  type OwnFactor,
  type OwnSecurity,
} from '#features/people/factor/api.ts'
import { issueRecoveryCodes, recoveryCodesLeft } from '#features/people/factor/codes.server.ts'
import { factorKinds } from '#features/people/factor/factors.ts'
import { methodsOf } from '#features/people/factor/gate.server.ts'
import { informOwner, whereInWords } from '#features/people/factor/letters.server.ts'
import { relyingParty } from '#features/people/factor/passkeys.server.ts'
import { noPasskeys } from '#features/people/factor/proof.server.ts'
import { lockSelf } from '#features/people/factor/register.server.ts'
import {
  dropLeftovers,
  factorsOf,
  lockFactor,
  secretOf,
  type StoredFactor,
} from '#features/people/factor/store.server.ts'
import { noSecretsKey } from '#parts/secret/seal.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'
import { doneAnswer, type AnyOperation, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Routes by which somebody sees what protects their account, and changes it. */
export const ownFactorRoutes = ({ directory, now }: Auth): readonly AnyOperation[] => [
  serve(readOwnSecurity, async ctx => ({ data: await securityOf(ctx, directory, now()) })),
  serve(renameFactor, async (ctx, { id, body: { name } }) => {
    const factor = await ownFactor(ctx, id)
    await sql`update user_factors set name = ${name} where id = ${factor.id}`.execute(ctx.sql)
    await noteChange(ctx, renameFactor.id, { [factorKinds[factor.kind]]: [factor.name, name] })
    return doneAnswer(200, 'Nome salvo.', {})
  }),
  serve(removeFactor, async (ctx, { id }) => {
    const factor = await ownFactor(ctx, id)
    const left = (await factorsOf(ctx.sql, ctx.user.id)).length - 1
    if (!left && (await isDemanded(ctx.sql, ctx.user.id)))
      throw problem('conflict', 'O seu perfil exige um segundo fator: cadastre outro antes de remover este.')
    await sql`delete from user_factors where id = ${factor.id}`.execute(ctx.sql)
    if (!left) await dropLeftovers(ctx.sql, ctx.user.id)
    await noteChange(ctx, removeFactor.id, { [factorKinds[factor.kind]]: [factor.name, null] })
    await inform(ctx, now(), 'segundo fator removido', `Um segundo fator (“${factor.name}”) foi removido da sua conta`)
    return doneAnswer(200, 'Segundo fator removido.', {})
  }),
  serve(renewRecoveryCodes, ctx =>
    ctx.transact(async inner => {
      await lockSelf(inner)
      if (!(await factorsOf(inner.sql, inner.user.id)).length)
        throw problem('conflict', 'Cadastre antes um segundo fator: os códigos servem para quando ele falta.')
      const recovery_codes = await issueRecoveryCodes(inner.sql, inner.user.id, now())
      await noteChange(inner, renewRecoveryCodes.id, {})
      await inform(
        inner,
        now(),
        'novos códigos de recuperação',
        'Os códigos de recuperação da sua conta foram trocados',
      )
      return doneAnswer(200, 'Códigos criados. Os anteriores deixaram de valer.', { recovery_codes })
    }),
  ),
  serve(forgetDevice, async (ctx, { id }) => {
    const { rows } = await sql`
      update sign_in_devices set trusted_until = null
      where user_id = ${ctx.user.id} and (uuid::text = ${id.toLowerCase()} or id::text = ${id}) and trusted_until > ${at(now())}
      returning id`.execute(ctx.sql)
    if (!rows.length) throw problem('missing')
    await noteChange(ctx, forgetDevice.id, {})
    return doneAnswer(200, 'O segundo fator será pedido de novo naquele aparelho.', {})
  }),
]

async function ownFactor(ctx: Ctx, uuid: string): Promise<StoredFactor> {
  await lockSelf(ctx)
  const factor = await lockFactor(ctx.sql, ctx.user.id, uuid)
  if (!factor?.confirmed_at) throw problem('missing')
  return factor
}

const noteChange = ({ sql: trx, request, user }: Ctx, event: string, changed: object) =>
  note(trx, { request_id: request.id, user_id: user.id }, event, changed)

async function inform(ctx: Ctx, now: Date, subject: string, what: string) {
  await informOwner(ctx.sql, ctx.config, ctx.user, {
    subject,
    reason: `${what}, de ${whereInWords(ctx.request, now)}.`,
  })
  ctx.after(async () => ctx.mail.sender?.nudge())
}

/** Why the installation offers no codes, or no passkeys; null where it does. */
export const factorsOffered = (config: Config): OwnSecurity['offers'] => ({
  totp: config.of(secretsKey) === undefined ? noSecretsKey : null,
  passkey: relyingParty(config) ? null : noPasskeys,
})

async function securityOf(
  { sql: db, config, user }: Ctx,
  directory: Auth['directory'],
  now: Date,
): Promise<OwnSecurity> {
  const factors = await factorsOf(db, user.id)
  const { rows: devices } = await sql<OwnSecurity['devices'][number]>`
    select uuid, agent, ip, last_at, trusted_until from sign_in_devices
    where user_id = ${user.id} and trusted_until > ${at(now)} order by last_at desc, id desc`.execute(db)
  return {
    factors: factors.map(factor => shownFactor(config, factor)),
    recovery: await recoveryCodesLeft(db, user.id),
    devices,
    methods: [
      ...((await hasPassword(db, user.id)) ? (['password'] as const) : []),
      ...(await methodsOf(db, config, user.id)),
      ...((await isInDirectory(db, directory, user.id)) ? (['directory'] as const) : []),
    ],
    demanded: await isDemanded(db, user.id),
    offers: factorsOffered(config),
  }
}

/** Who was made by the directory may have none. */
async function hasPassword(db: Sql, user_id: number): Promise<boolean> {
  const who = await personById(db, user_id)
  return who !== null && who.password !== null
}

const shownFactor = (config: Config, factor: StoredFactor): OwnFactor => ({
  uuid: factor.uuid,
  kind: factor.kind,
  name: factor.name,
  created_at: factor.created_at,
  last_used_at: factor.last_used_at,
  opens: factor.kind !== 'totp' || secretOf(config, factor) !== null,
})

async function isDemanded(db: Sql, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from users u join profiles p on p.id = u.profile_id
    where u.id = ${user_id} and p.second_factor_days is not null`.execute(db)
  return rows.length > 0
}
