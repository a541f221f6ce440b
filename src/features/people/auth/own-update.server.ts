import { sql } from 'kysely'
import type { User } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { OwnDraft } from '#features/people/auth/api.ts'
import { holdPerson, note, personById, setPassword } from '#features/people/auth/people.server.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import { checkNewPassword } from '#features/people/auth/resets.server.ts'
import { endSessions } from '#features/people/auth/sessions.server.ts'
import { countAttempt, forgive, pairLimit } from '#features/people/auth/throttle.server.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

interface OwnAccount {
  readonly db: Sql
  readonly passwords: Passwords
  readonly product: string
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id' | 'ip'>
  readonly user: User
  readonly session_id: number
}

/** Saves one's own data; a new password takes the current one and ends the other sessions. Answers the user as they now are. */
export async function updateOwn(own: OwnAccount, draft: OwnDraft): Promise<User> {
  const { db, now, request, user, session_id } = own
  const person = await personById(db, user.id)
  if (!person) throw problem('unauthenticated')
  const hash = draft.password === undefined ? null : await newHash(own, draft, person.password)
  const { name = user.name, birthday = user.birthday } = draft
  await db.transaction().execute(async trx => {
    if (hash !== null) {
      if (!(await holdPerson(trx, person)))
        throw problem('conflict', 'Sua senha acabou de ser alterada em outro lugar.')
      await setPassword(trx, user.id, hash, now)
      await endSessions(trx, user.id, 'password', now, session_id)
    }
    const changed = {
      ...(name !== user.name && { name: [user.name, name] }),
      ...(birthday !== user.birthday && { birthday: [user.birthday, birthday] }),
      ...(hash !== null && { password: [null, '(alterada)'] }),
    }
    if ('name' in changed || 'birthday' in changed)
      await sql`update users set name = ${name}, birthday = ${birthday}::date, version = version + 1,
        updated_at = ${now.toISOString()}::timestamptz where id = ${user.id}`.execute(trx)
    await note(trx, { request_id: request.id, user_id: user.id }, 'users.me.update', changed)
  })
  const forced = hash === null && user.redefinir_senha_apos_login
  return { ...user, name, birthday, redefinir_senha_apos_login: forced }
}

/** The hash of the new password, once the current one is shown to be known. */
async function newHash(
  { db, passwords, product, now, request, user }: OwnAccount,
  draft: OwnDraft,
  stored: string | null,
) {
  const { current_password: current, password = '', password_confirmation = '' } = draft
  if (current === undefined) throw invalid({ current_password: 'Informe a senha atual.' })
  await checkNewPassword({ password, password_confirmation }, { product, email: user.email, name: user.name })
  if (password === current) throw invalid({ password: 'Escolha uma senha diferente da atual.' })
  const guess = pairLimit('password', user.uuid, request.ip)
  await countAttempt(db, [guess], now)
  if (!(await passwords.verify(stored, current))) throw invalid({ current_password: 'A senha atual não confere.' })
  await forgive(db, guess)
  return passwords.hash(password)
}
