import type { FoldedText } from '#features/incoming/fold.ts'

/** A header of a mail, in the order they stand: its name in lower case, its value in one line. */
export interface MailHeader {
  readonly name: string
  readonly value: string
}
interface MailAddress {
  readonly name: string
  /** Lower-cased. */
  readonly address: string
}

/** What was read in a mail. Whatever it says of itself may be a lie. */
export interface MailReading {
  readonly subject: string
  readonly from: readonly MailAddress[]
  /** Addresses it went to, as far as it tells: To, Cc, and what servers noted when they delivered it. */
  readonly to: readonly string[]
  /** With its angle brackets; null where it has none. */
  readonly messageId: string | null
  /** Message-IDs it answers, the nearest last. */
  readonly references: readonly string[]
  /** ISO 8601. */
  readonly sentAt: string | null
  /** Why it is a machine's, in words; null where nothing says so. */
  readonly machine: string | null
  /** Of a report that something did not arrive: Message-IDs of what it may be about, and what it says. */
  readonly report: { readonly about: readonly string[]; readonly failed: boolean; readonly said: string } | null
  /** `Authentication-Results`, the nearest server's first. */
  readonly results: readonly string[]
  readonly text: FoldedText
  /** There is a text, and it could not be made words. */
  readonly unsaid: boolean
  /** Files it carried beyond those that are taken along. */
  readonly filesLeft: number
  /** It is malformed: only what stood before that was read. */
  readonly broken: boolean
}

const automatic = /^(?!no\b)\S/i
const address = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,190}$/
/** An address that can stand in a row, or null. */
export const fitAddress = (given: string | undefined): string | null => {
  const said = given?.trim().toLowerCase() ?? ''
  return address.test(said) ? said : null
}

const asks = (headers: readonly MailHeader[], name: string, pattern: RegExp) =>
  headers.some(each => each.name === name && pattern.test(each.value))

/** Why a mail with these headers is a machine's (RFC 3834, 2; RFC 2919; and what servers do); null where none says so. */
export function machineIn(headers: readonly MailHeader[], from: readonly string[]): string | null {
  const has = (name: string) => headers.some(each => each.name === name)
  if (has('x-outorga') || has('x-loop')) return 'É um e-mail do próprio sistema, que voltou.'
  if (asks(headers, 'auto-submitted', automatic)) return 'É uma resposta automática (Auto-Submitted).'
  if (asks(headers, 'content-type', /^multipart\/report\b/i)) return 'É um relatório de entrega.'
  if (asks(headers, 'return-path', /^<\s*>$/)) return 'Foi enviado por um servidor de e-mail, sem remetente de retorno.'
  if (from.some(each => /^(mailer-daemon|postmaster)@/.test(each))) return 'Foi enviado por um servidor de e-mail.'
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-autoreply-from'].some(has))
    return 'É uma resposta automática.'
  if (asks(headers, 'precedence', /^\s*(bulk|list|junk|auto[_-]?reply)\b/i)) return 'É um e-mail em massa (Precedence).'
  if (asks(headers, 'x-auto-response-suppress', /\b(all|oof|autoreply)\b/i))
    return 'É um e-mail de sistema (X-Auto-Response-Suppress).'
  if (has('list-id')) return 'É de uma lista de e-mails (List-Id).'
  return null
}

/** What a screen does not show, what turns the direction of reading, and what no row holds; lines and tabs stay. */
const unfit = /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/gu
/** Text that can be stored and read as it is written: nothing hidden, nothing that turns its direction. */
export const fitText = (given: string) =>
  given.toWellFormed().replace(/\r\n?/g, '\n').replace(unfit, '').normalize('NFC')
/** The same in one line of at most so many characters. */
export const fitLine = (given: string, max: number) =>
  fitText(given).replace(/\s+/g, ' ').trim().slice(0, max).trim().toWellFormed()

/** Of a mail that could not be read. */
export const emptyMail: MailReading = {
  subject: '',
  from: [],
  to: [],
  messageId: null,
  references: [],
  sentAt: null,
  machine: null,
  report: null,
  results: [],
  text: { said: '', quoted: '' },
  unsaid: false,
  filesLeft: 0,
  broken: false,
}
