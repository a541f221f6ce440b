import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { holdPerson, personById, type Person } from '#features/people/auth/people.server.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { countAttempt, forgive, pairLimit } from '#features/people/auth/throttle.server.ts'
import { beginPasskeySignIn, beginProof, proveSelf, type ShownProof } from '#features/people/factor/api.ts'
import { wrongMessages } from '#features/people/factor/factors.ts'
import { ownerOfStep } from '#features/people/factor/gate.server.ts'
import { requestOptions, verifiedUse } from '#features/people/factor/passkeys.server.ts'
import { spendFactor } from '#features/people/factor/spend.server.ts'
import { factorsOf } from '#features/people/factor/store.server.ts'
import { doneAnswer, type AnyOperation, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const noPasskeys =
  'Chaves de acesso precisam de um endereço https com nome: quem administra o sistema o informa em OUTORGA_URL.'

const passkeysOf = async (db: Sql, user_id: number) =>
  (await factorsOf(db, user_id)).filter(({ kind }) => kind === 'passkey')

/** Routes by which somebody proves who they are: at the sign-in, and before acts that ask for it. */
export const proofRoutes = ({ passwords, now }: Auth): readonly AnyOperation[] => [
  serve(beginPasskeySignIn, async ({ sql: db, config }, { body: { mfa_token } }) => {
    const asking = { db, config, now: now() }
    if (mfa_token === undefined) return offered(await requestOptions(asking, { purpose: 'entrar', user_id: null }))
    const who = await ownerOfStep(db, mfa_token, now())
    if (!who) throw problem('conflict', 'O tempo para confirmar acabou. Entre de novo.')
    const passkeys = await passkeysOf(db, who.id)
    return offered(await requestOptions(asking, { purpose: 'entrar', user_id: who.id }, passkeys))
  }),
  serve(beginProof, async ({ sql: db, config, user }) => {
    const passkeys = await passkeysOf(db, user.id)
    return offered(await requestOptions({ db, config, now: now() }, { purpose: 'provar', user_id: user.id }, passkeys))
  }),
  serve(proveSelf, async (ctx, { body }) => {
    const who = await personById(ctx.sql, ctx.user.id)
    if (!who) throw problem('unauthenticated')
    const proving = { ctx, who, now: now() }
    await ('password' in body ? provePassword(proving, passwords, body.password) : proveFactor(proving, body))
    return doneAnswer(200, 'Confirmado.', {})
  }),
]

interface Proving {
  readonly ctx: Ctx
  readonly who: Person
  readonly now: Date
}

async function provePassword({ ctx, who, now }: Proving, passwords: Passwords, password: string) {
  const guess = pairLimit('password', ctx.user.uuid, ctx.request.ip)
  await countAttempt(ctx.sql, [guess], now)
  if (!(await passwords.verify(who.password, password))) throw invalid({ password: 'A senha não confere.' })
  await ctx.transact(async inner => {
    await hold(inner, who)
    await forgive(inner.sql, guess)
    await renewProof(inner, now)
  })
}

async function proveFactor({ ctx, who, now }: Proving, shown: Exclude<ShownProof, { password: string }>) {
  const { sql: db, config } = ctx
  const guess = pairLimit('factor', who.email, ctx.request.ip)
  await countAttempt(db, [guess], now)
  const passkey =
    'passkey' in shown
      ? await verifiedUse({ db, config, now }, { purpose: 'provar', user_id: who.id }, shown.passkey)
      : undefined
  await ctx.transact(async inner => {
    await hold(inner, who)
    const [field = ''] = Object.keys(shown)
    if ((await spendFactor(inner.sql, config, who.id, { ...shown, passkey }, now)) === null)
      throw invalid({ [field]: wrongMessages[field] ?? '' })
    await forgive(inner.sql, guess)
    await renewProof(inner, now, true)
  })
}

async function hold({ sql: trx }: Ctx, who: Person) {
  if (!(await holdPerson(trx, who))) throw problem('conflict', 'Sua senha acabou de ser alterada em outro lugar.')
}

function offered(options: object | null) {
  if (!options) throw problem('conflict', noPasskeys)
  return { data: options }
}

/** The session of this request has a fresh proof of its user. */
export async function renewProof({ sql: trx, session_id }: Ctx, now: Date, hasFactor = false): Promise<void> {
  await sql`update sessions set proved_at = ${at(now)}, factor_proved_at = coalesce(${hasFactor ? at(now) : null}, factor_proved_at)
    where id = ${session_id}`.execute(trx)
}
