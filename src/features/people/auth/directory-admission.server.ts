import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { note } from '#features/people/auth/people.server.ts'
import type { Claims } from '#features/people/auth/directory-provider.server.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import type { Sql } from '#server/operation.ts'

interface Admission {
  readonly trx: Sql
  readonly directory: Directory
  readonly claims: Claims
  readonly request_id: string
}
/** A person of the office whom the directory may be of. */
interface DirectoryPerson {
  readonly id: number
  readonly profile_id: number
  readonly is_linked: boolean
}

const refuse = (message: string) => problem('forbidden', { message })

/**
 * The person the directory vouches for, with the profile its groups give. Known by issuer and subject alone (OpenID Connect Core,
 * 5.7): e-mails change hands. Throws a 403 in words where nobody may come in by these claims.
 */
export async function admitVouched(admission: Admission): Promise<number> {
  const { trx, directory, claims } = admission
  const slug = profileOf(directory, claims)
  if (directory.profiles.length && !slug)
    throw refuse(
      'O diretório não dá a você nenhum dos grupos que usam este sistema. Peça o grupo a quem administra o diretório.',
    )
  const profile_id = slug === null ? null : await profileId(trx, slug)
  const found = (await linkedPerson(trx, directory, claims)) ?? (await personByMail(admission))
  const person = found ?? (await createPerson(admission, profile_id))
  if (!person.is_linked)
    await sql`
      insert into directory_links (issuer, subject, user_id) values (${directory.issuer.href}, ${claims.sub}, ${person.id})`.execute(
      trx,
    )
  if (profile_id !== null && profile_id !== person.profile_id) await changeProfile(admission, person, profile_id)
  return person.id
}

/** The profile the groups of a person give; null for none. */
function profileOf({ profiles, claim }: Directory, claims: Claims): string | null {
  const groups = [claims[claim]].flat()
  return profiles.find(({ group }) => groups.includes(group))?.slug ?? null
}

/** A profile of the office: people of clients are in no directory of the office. */
async function profileId(trx: Sql, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from profiles where slug = ${slug} and audience = 'equipe' and active and deleted_at is null`.execute(trx)
  if (rows[0]) return rows[0].id
  throw refuse(`O perfil “${slug}”, que o seu grupo daria, não está ativo aqui. Avise quem administra o sistema.`)
}

async function linkedPerson(trx: Sql, { issuer }: Directory, { sub }: Claims): Promise<DirectoryPerson | null> {
  const { rows } = await sql<DirectoryPerson & { active: boolean }>`
    select u.id, u.profile_id, true as is_linked, u.active and u.deleted_at is null and p.active and p.deleted_at is null as active
    from directory_links l join users u on u.id = l.user_id join profiles p on p.id = u.profile_id
    where l.issuer = ${issuer.href} and l.subject = ${sub} for no key update of u`.execute(trx)
  const [found] = rows
  if (found && !found.active)
    throw refuse('Sua conta está inativa aqui. Peça a quem administra o sistema que a reative.')
  return found ?? null
}

/** An account of the office from before the directory, by the e-mail it verified, where the settings allow that. */
async function personByMail({ trx, directory, claims }: Admission): Promise<DirectoryPerson | null> {
  const email = verifiedEmail(claims)
  if (email === null) return null
  const { rows: locked } = await sql<{ id: number }>`
    select id from users where lower(email) = lower(${email}) and deleted_at is null for no key update`.execute(trx)
  if (!locked[0]) return null
  // Another request may have linked the account while this one waited for its row: a statement that waits still reads other tables as they were.
  const linked = await linkedPerson(trx, directory, claims)
  if (linked) return linked
  const { rows } = await sql<DirectoryPerson & { may: boolean }>`
    select u.id, u.profile_id, false as is_linked,
      u.active and p.active and p.deleted_at is null and p.audience = 'equipe'
        and not exists (select from directory_links l where l.user_id = u.id) as may
    from users u join profiles p on p.id = u.profile_id where u.id = ${locked[0].id}`.execute(trx)
  const [found] = rows
  if (!found) return null
  if (directory.linksByEmail && found.may) return found
  throw refuse(
    `Já há aqui uma conta com o e-mail ${email ?? ''} que não é a do diretório. Peça a quem administra o sistema que a ligue.`,
  )
}

const verifiedEmail = ({ email, email_verified }: Claims): string | null =>
  typeof email === 'string' && email_verified === true && email.length <= 254 ? email.trim() : null

async function createPerson(
  { trx, directory, claims, request_id }: Admission,
  profile_id: number | null,
): Promise<DirectoryPerson> {
  const email = verifiedEmail(claims)
  if (profile_id === null) throw refuse('Você ainda não tem conta aqui. Peça a quem administra o sistema que a crie.')
  if (email === null)
    throw refuse('O diretório não informou um e-mail verificado seu. Peça a quem o administra que o verifique.')
  const name = typeof claims.name === 'string' && claims.name.trim() ? claims.name.trim().slice(0, 120) : email
  const { rows } = await sql<DirectoryPerson>`
    insert into users (name, email, profile_id) values (${name}, ${email}, ${profile_id})
    on conflict (lower(email)) where deleted_at is null do nothing
    returning id, profile_id, false as is_linked`.execute(trx)
  const [made] = rows
  // Somebody with the same e-mail came in at the same moment.
  if (!made) throw problem('conflict', 'Sua conta acaba de ser criada em outro pedido. Entre de novo.')
  await note(trx, { request_id, user_id: made.id }, 'users.store', {
    email: [null, email],
    directory: [null, directory.name],
  })
  return made
}

/** The groups of the directory decide over the profile, but no group takes the rights of the last administrator. */
async function changeProfile(
  { trx, request_id }: Admission,
  { id }: DirectoryPerson,
  profile_id: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(trx)
  const { rows } = await sql<{ before: string; after: string }>`
    update users u set profile_id = ${profile_id}, version = u.version + 1, updated_at = now()
    from profiles was, profiles becomes
    where u.id = ${id} and was.id = u.profile_id and becomes.id = ${profile_id}
      and (not was.is_admin or becomes.is_admin or exists (
        select from users o join profiles p on p.id = o.profile_id and p.is_admin and p.active and p.deleted_at is null
        where o.id <> u.id and o.active and o.deleted_at is null))
    returning was.name as before, becomes.name as after`.execute(trx)
  const [changed] = rows
  if (changed)
    await note(trx, { request_id, user_id: id }, 'users.update', { profile: [changed.before, changed.after] })
}
