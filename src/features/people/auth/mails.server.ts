import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { note, personById, type Person } from '#features/people/auth/people.server.ts'
import { issueReset, personByKey, resetLink, resetMinutes } from '#features/people/auth/resets.server.ts'
import { after } from '#features/people/auth/sessions.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import type { OutgoingLetter } from '#parts/outbox/outbox.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Mails an account is sent in an hour; beyond it the last link stays good, so nobody can flood a mailbox or void its links. */
const perHour = 5
export const inviteDays = 3

/** Carries a link to choose a new password; whose it is, is looked up as it goes. */
export const recoveryLetter = ({ APP_NAME: product }: Pick<Config, 'APP_NAME'>): OutgoingLetter => ({
  name: '',
  subject: `${product}: escolha uma nova senha`,
  reason: `Recebemos um pedido para trocar a sua senha em ${product}. Para escolher uma nova, abra este endereço:`,
  label: 'Escolher uma nova senha',
  terms: [
    `Ele vale por ${resetMinutes} minutos e uma única vez. Ao trocar a senha, você sai de todos os aparelhos.`,
    'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
  ],
})

/**
 * Links are made as their mail goes: the outbox holds none, and one that waited is as good as new. The links before it die,
 * except those of earlier tries of the same mail, for a mailbox that got two copies may show either.
 */
export function passwordMails(config: Config): Readonly<Record<'recuperacao' | 'convite', Prepare>> {
  const link = async (trx: Sql, { id }: Person, tries: number, now: Date, minutes?: number) =>
    resetLink(publicUrl(config), await issueReset(trx, id, now, minutes, tries > 1))
  return {
    recuperacao: async (trx, mail, now) => {
      const asked = mail.person_id === null
      const person = asked ? await personByKey(trx, mail.recipient) : await recipientOf(trx, mail)
      if (!person) return null
      const { email: to, name } = person
      await sql`select id from users where id = ${person.id} for no key update`.execute(trx)
      if (asked) {
        const { rows } = await sql<{ recent: number }>`select count(*)::int as recent from mails
          where person_id = ${person.id} and kind = 'recuperacao' and created_at > ${after(now, -3600)}`.execute(trx)
        if ((rows[0]?.recent ?? 0) >= perHour) return null
        await sql`update mails m set person_id = u.id, recipient = u.email, empresa_id = u.empresa_id,
          about = u.name, about_path = '/users/' || u.uuid from users u where u.id = ${person.id} and m.id = ${mail.id}`.execute(
          trx,
        )
        await note(trx, { request_id: mail.request ?? mail.uuid, user_id: person.id }, 'users.password-recovery')
      }
      return { to, name, link: await link(trx, person, mail.tries, now) }
    },
    convite: async (trx, mail, now) => {
      const person = await recipientOf(trx, mail)
      if (person.password !== null) throw problem('conflict', 'A pessoa já escolheu a senha dela.')
      return { link: await link(trx, person, mail.tries, now, inviteDays * 24 * 60) }
    },
  }
}

/** The recipient, if they may still sign in and have this e-mail; else it throws a conflict. */
async function recipientOf(trx: Sql, { person_id, recipient }: Parameters<Prepare>[1]): Promise<Person> {
  const person = person_id === null ? null : await personById(trx, person_id)
  if (!person) throw problem('conflict', 'A pessoa não pode mais entrar no sistema.')
  if (person.email !== recipient) throw problem('conflict', 'A pessoa não usa mais este e-mail.')
  return person
}
