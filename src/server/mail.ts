import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Config } from '#server/config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends one message, or throws. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Milliseconds. */
const patience = { connectionTimeout: 3_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 3_000 }
/** A message is made of what it says, never of a file or an address named in it. */
const closed = { disableFileAccess: true, disableUrlAccess: true }

const toTerminal = (line: string): void => void process.stdout.write(`${line}\n`)

/** Over SMTP when it is configured; else each message becomes a file any mail program opens. `log` gets a line per file. */
export function openMailer(config: Config, log = toTerminal): Mailer {
  return config.SMTP_URL === undefined ? fileMailer(config, log) : smtpMailer(config, config.SMTP_URL)
}

function smtpMailer({ MAIL_FROM }: Config, url: string): Mailer {
  const transport = createTransport({ url, ...patience, ...closed })
  return {
    send: async mail => {
      await transport.sendMail({ from: MAIL_FROM, ...mail, ...closed })
    },
  }
}

function fileMailer({ MAIL_FROM, OUTORGA_DATA_DIR }: Config, log: (line: string) => void): Mailer {
  const folder = join(OUTORGA_DATA_DIR, 'mail')
  return {
    send: async mail => {
      const message = await new MailComposer({ from: MAIL_FROM, ...mail, ...closed, newline: 'windows' })
        .compile()
        .build()
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await publish(file, message)
      log(`Sem SMTP_URL, a mensagem “${mail.subject}” ficou em ${file}`)
    },
  }
}

/** Whole or not at all, and for its owner alone: it may carry a link that signs somebody in. */
async function publish(file: string, content: Buffer) {
  const draft = await open(`${file}.tmp`, 'wx', 0o600)
  try {
    await draft.writeFile(content)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${file}.tmp`, file)
}
