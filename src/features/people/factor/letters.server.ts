import { securityPath } from '#kernel/guard.ts'
import { showInstant } from '#kernel/show.ts'
import { deviceOf } from '#features/people/users/device.ts'
import { write } from '#parts/outbox/outbox.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

interface Recipient {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** Where and when a request was sent, in words: 'Chrome no Windows, endereço 200.1.2.3, em 28/11/2026 15:46'. */
export const whereInWords = ({ agent, ip }: Pick<RequestFacts, 'agent' | 'ip'>, now: Date) =>
  `${deviceOf(agent)}, endereço ${ip}, em ${showInstant(now.toISOString())}`

/** Writes to a person that something of how they sign in changed, in the transaction that changed it. */
export const informOwner = (
  trx: Sql,
  config: Config,
  { id, name, email }: Recipient,
  { subject, reason }: { readonly subject: string; readonly reason: string },
) =>
  write(trx, config, [
    {
      kind: 'seguranca',
      to: email,
      person_id: id,
      letter: {
        name,
        subject: `${config.APP_NAME}: ${subject}`,
        reason: `${reason} Para ver como a sua conta está protegida, abra:`,
        link: `${publicUrl(config)}${securityPath}`,
        label: 'Ver a segurança da minha conta',
        terms: [
          'Se foi você, não é preciso fazer nada.',
          'Se não foi, troque a senha, encerre as sessões que não conhece e avise quem administra o sistema.',
        ],
      },
    },
  ])
