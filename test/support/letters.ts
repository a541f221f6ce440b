import MailComposer from 'nodemailer/lib/mail-composer'

type Composed = ConstructorParameters<typeof MailComposer>[0]

/** A mail as a program writes it. */
export const composed = (mail: Composed): Promise<Buffer> =>
  new MailComposer({ date: new Date('2026-11-25T12:00:00Z'), newline: 'windows', ...mail }).compile().build()

/** A mail written byte by byte: its headers, in order, and whatever stands under them. */
export const raw = (
  headers: Readonly<Record<string, string>> | readonly string[],
  body: Buffer | string = 'Olá.',
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${(Array.isArray(headers) ? headers : Object.entries(headers).map(([name, value]) => `${name}: ${value}`)).join('\r\n')}\r\n\r\n`,
      'latin1',
    ),
    Buffer.isBuffer(body) ? body : Buffer.from(body, 'utf8'),
  ])
