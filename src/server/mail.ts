import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import type { Config } from '#server/config.ts'
import { isThisMachine } from '#server/hosts.ts'

/** A file that goes with a message. */
export interface Attachment {
  readonly filename: string
  readonly content: Buffer
  readonly contentType: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same on every try of one message, so that a mailbox that got it twice shows it once (RFC 5322, 3.6.4). */
  readonly messageId?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly Attachment[]
}

/** Why a message did not go, in Portuguese; `final`: it would be refused again. */
export interface Trouble {
  readonly words: string
  readonly final: boolean
}

export interface Mailer {
  /** Sends one message, or throws. */
  send(mail: Mail): Promise<void>
  /** Whether mail would be taken now; what is wrong, or null. */
  check(): Promise<string | null>
  /** What was wrong the last time anything was sent or checked; null when nothing was. */
  readonly trouble: string | null
  /** The folder messages become files in; null when they go to a server. */
  readonly folder: string | null
}

/** The mailer, and the sender that empties the outbox, null until it starts. */
export interface MailRoom {
  readonly mailer: Mailer
  sender: { nudge(): void } | null
}

/** Milliseconds. */
const patience = { connectionTimeout: 3_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 3_000 }
/** A message is made of what it says, never of a file or an address named in it. */
const closed = { disableFileAccess: true, disableUrlAccess: true }

/** Letters of one encoded word, so that a line of a header has room for it (RFC 2047, 2). */
const longestWord = 52

const toTerminal = (line: string): void => void process.stdout.write(`${line}\n`)

export const senderOf = ({ MAIL_FROM }: Pick<Config, 'MAIL_FROM'>) =>
  addressparser(MAIL_FROM, { flatten: true }).find(({ address }) => /^[^@\s]+@[^@\s]+$/.test(address))?.address ?? null

/** '<9b1d…@outorga.example>', in the sender's own domain. */
export const messageIdOf = (config: Pick<Config, 'MAIL_FROM'>, uuid: string) =>
  `<${uuid}@${senderOf(config)?.split('@')[1] ?? 'localhost'}>`

/** Over SMTP when it is configured; else each message becomes a file any mail program opens. `log` gets a line per file. */
export function openMailer(config: Config, log = toTerminal): Mailer {
  return config.SMTP_URL === undefined ? fileMailer(config, log) : smtpMailer(config, config.SMTP_URL)
}

const attachedTo = ({ attachments = [] }: Mail) => [...attachments]

function smtpMailer(config: Config, url: string): Mailer {
  const from = config.MAIL_FROM
  // Neither a password nor a message crosses a network in the clear, whatever the other side offers.
  const requireTLS = !isThisMachine(new URL(url).hostname)
  const open = async () => (await import('nodemailer')).createTransport({ url, requireTLS, ...patience, ...closed })
  let opened: ReturnType<typeof open> | undefined
  const transport = () => (opened ??= open())
  let trouble: string | null = null
  return {
    folder: null,
    get trouble() {
      return trouble
    },
    send: async mail => {
      try {
        await (
          await transport()
        ).sendMail({ from, ...mail, attachments: attachedTo(mail), subject: plainSubject(mail.subject), ...closed })
        trouble = null
      } catch (error) {
        // A message that is refused says nothing of the server.
        const { final, words } = troubleOf(error)
        trouble = final ? trouble : words
        throw error
      }
    },
    check: async () => {
      trouble = await (await transport()).verify().then(
        () => null,
        error => troubleOf(error).words,
      )
      return trouble
    },
  }
}

/** A subject with what looks like an encoded word is encoded whole: it is shown as it is, and not as what it would decode to (RFC 2047). */
const plainSubject = (subject: string) => (subject.includes('=?') ? encodeWord(subject, 'B', longestWord) : subject)

function fileMailer({ MAIL_FROM, OUTORGA_DATA_DIR }: Config, log: (line: string) => void): Mailer {
  const folder = resolve(OUTORGA_DATA_DIR, 'mail')
  return {
    folder,
    trouble: null,
    check: async () => null,
    send: async mail => {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const message = await new MailComposer({
        from: MAIL_FROM,
        ...mail,
        attachments: attachedTo(mail),
        subject: plainSubject(mail.subject),
        ...closed,
        newline: 'windows',
      })
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
  await writeFile(`${file}.tmp`, content, { flag: 'wx', mode: 0o600, flush: true })
  await rename(`${file}.tmp`, file)
}

const unreached: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'O servidor de e-mail não respondeu a tempo.',
  EDNS: 'O nome do servidor de e-mail em SMTP_URL não foi encontrado.',
  ENOTFOUND: 'O nome do servidor de e-mail em SMTP_URL não foi encontrado.',
  ECONNECTION: 'A conversa com o servidor de e-mail foi interrompida.',
  ESOCKET: 'Não foi possível ligar ao servidor de e-mail: ele está fora do ar ou recusa a conexão.',
  ECONNREFUSED: 'Não foi possível ligar ao servidor de e-mail: ele está fora do ar ou recusa a conexão.',
  ETLS: 'A conexão segura com o servidor de e-mail falhou.',
  ENOSPC: 'Não há espaço em disco para gravar a mensagem.',
  EACCES: 'A pasta das mensagens não aceita gravações.',
}

/** What a failed sending says, in words (RFC 5321, 4.2.1: 4yz may be tried again, 5yz may not). */
export function troubleOf(error: unknown): Trouble {
  const { code, responseCode, response }: MailFailure = typeof error === 'object' && error !== null ? error : {}
  // The password is the server's fault, not the message's.
  if (code === 'EAUTH')
    return { words: 'O servidor de e-mail não aceitou o usuário e a senha de SMTP_URL.', final: false }
  if (typeof responseCode === 'number') {
    const said = answered(response)
    return responseCode >= 500
      ? { words: `O servidor de e-mail recusou a mensagem: ${said}`, final: true }
      : { words: `O servidor de e-mail pediu para tentar mais tarde: ${said}`, final: false }
  }
  if (code === 'EENVELOPE') return { words: 'O endereço do destinatário não é um e-mail.', final: true }
  const words = typeof code === 'string' ? unreached[code] : undefined
  return { words: words ?? 'Algo falhou do nosso lado ao enviar.', final: false }
}
interface MailFailure {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}
/** One line of the server's, without what may be a secret it repeats. */
const answered = (response: unknown) =>
  String(response ?? '')
    .replace(/[\w-]{40,}/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
