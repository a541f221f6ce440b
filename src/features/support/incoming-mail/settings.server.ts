import * as z from 'zod'
import { featureSetting, positive } from '#server/config.ts'

const isBox = (given: string) => {
  if (!URL.canParse(given)) return false
  const { protocol, hostname, username } = new URL(given)
  return /^imaps?:$/.test(protocol) && hostname !== '' && username !== ''
}
/** The mailbox read for mail that comes in. */
export const imapUrl = featureSetting(
  'IMAP_URL',
  z
    .string()
    .refine(
      isBox,
      'deve ser imaps://usuario:senha@servidor, com @ e / escritos %40 e %2F, e a pasta no fim se não for INBOX',
    )
    .optional(),
  'Mailbox read every minute for mail to tickets, `imaps://user:password@host/INBOX`; unset: only what is piped to `dist/server/receive-mail.js`',
)
/** Where a mail of a known sender that answers nothing goes. */
export const mailOpens = featureSetting(
  'MAIL_OPENS',
  z
    .string()
    .regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'deve ser módulo/tipo, como outro/duvida')
    .optional(),
  'Module and type, by their identifiers, of tickets that mails of known senders open: `outro/duvida`; unset: such mails wait in the tray',
)
/** Of whom such a mail opens tickets. */
export const mailOpensFor = featureSetting(
  'MAIL_OPENS_FOR',
  z.enum(['confirmed', 'known'], 'deve ser confirmed ou known').default('confirmed'),
  'Whose mails open tickets: `confirmed`: senders that the server of `MAIL_TRUSTS` confirms; `known`: any mail with an address of a known person, forged or not',
)
export const mailTrusts = featureSetting(
  'MAIL_TRUSTS',
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9.-]+$/, 'deve ser o nome do servidor, como mx.empresa.com.br')
    .optional(),
  'Name of the mail server whose `Authentication-Results` are believed: what it does not confirm waits in the tray; unset: a sender is who the mail says',
)
export const mailsPerHour = featureSetting(
  'MAILS_PER_HOUR',
  positive.default(30),
  'Mails an hour one address may send; beyond it those of known senders are one row of the tray, and others are refused',
)

export const incomingSettings = [imapUrl, mailOpens, mailOpensFor, mailTrusts, mailsPerHour] as const
