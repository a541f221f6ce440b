import type { FoldedText } from '#features/support/incoming-mail/fold.ts'

/** A header of a mail, in original order: its name is in lower case, its value in one line. */
export interface MailHeader {
  readonly name: string
  readonly value: string
}
interface MailAddress {
  readonly name: string
  /** Lower-cased. */
  readonly address: string
}

/**
 * Why a mail is a machine's, in words, and which sign says so: a mail server's report, the word of the machine itself, or a hint
 * that mails of people carry too.
 */
export interface MachineSign {
  readonly kind: 'server' | 'word' | 'hint'
  readonly why: string
}
export interface DeliveryReport {
  readonly about: readonly string[]
  /** `null` of one that was delivered, relayed or expanded, and where the report does not say. */
  readonly outcome: 'failed' | 'delayed' | null
  readonly said: string
}

/** Why a mail was not read whole: it is malformed, has more parts or a longer head than is read, or asks for too much memory or time. */
export type MailBreak = 'malformed' | 'large' | 'heavy'

/** What was read in a mail. Whatever it says of itself may be a lie. */
export interface MailReading {
  readonly subject: string
  readonly from: readonly MailAddress[]
  /** Addresses it went to, as far as known: To, Cc, and what servers noted on delivery. */
  readonly to: readonly string[]
  /** With its angle brackets; null where it has none. */
  readonly messageId: string | null
  /** Message-IDs it answers, the nearest last. */
  readonly references: readonly string[]
  /** ISO 8601. */
  readonly sentAt: string | null
  /** The sign of a machine; null where there is none. */
  readonly machine: MachineSign | null
  /** Of a server's report on a mail: Message-IDs of what it may be about, what became of that, and the server's own words. */
  readonly report: DeliveryReport | null
  /** `Authentication-Results`, the nearest server's first. */
  readonly results: readonly string[]
  readonly text: FoldedText
  /** There is a text, and it could not be made words. */
  readonly unsaid: boolean
  /** Files it carried beyond those that are taken along. */
  readonly filesLeft: number
  /** Characters of its text beyond those that are read. */
  readonly textLeft: number
  /** Its parts have no end: it was cut on the way, and so may be its last file. */
  readonly isCut: boolean
  /** Why only the part before a broken piece was read; null where the mail is whole. */
  readonly broken: MailBreak | null
}

const automatic = /^(?!no\b)\S/i
const address = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,190}$/
/** Returns an address that a row can store, or null. */
export const fitAddress = (given: string | undefined): string | null => {
  const said = given?.trim().toLowerCase() ?? ''
  return address.test(said) ? said : null
}

const asks = (headers: readonly MailHeader[], name: string, pattern: RegExp) =>
  headers.some(each => each.name === name && pattern.test(each.value))

const automaticHeaders = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-autoreply-from'] as const
const daemon = /^(mailer-daemon|postmaster)@/
/** How Exchange, Gmail and Zimbra begin the subject of an answer nobody wrote, in the languages of this country's mail programs. */
const automaticSubject =
  /^(?:resposta autom\u00e1tica|automatic reply|autom\u00e1tico|auto(?:matic)?[ -]?reply|out of office|fora do escrit\u00f3rio|aus\u00eancia tempor\u00e1ria|respuesta autom\u00e1tica)\s*[:-]/i

/**
 * The sign of a machine in the headers of a mail (RFC 3834, 2; RFC 2919; and what servers do); null where there is none.
 * @param own our own addresses, in lower case
 */
export function machineIn(
  headers: readonly MailHeader[],
  from: readonly string[],
  own: readonly string[] = [],
): MachineSign | null {
  const has = (name: string) => headers.some(each => each.name === name)
  const word = (why: string) => ({ kind: 'word', why }) as const
  const isLoop = headers.some(
    ({ name, value }) => name === 'x-loop' && own.some(each => value.toLowerCase().includes(each)),
  )
  if (has('x-outorga') || isLoop) return word('É um e-mail do próprio sistema, que voltou.')
  const report = headers.find(({ name, value }) => name === 'content-type' && /^multipart\/report\b/i.test(value))
  if (report)
    return /report-type\s*=\s*"?(?!delivery-status)[a-z]/i.test(report.value)
      ? word('É uma confirmação de leitura ou uma reclamação, escrita por um programa.')
      : { kind: 'server', why: 'É um relatório de entrega.' }
  if (from.some(each => daemon.test(each))) return { kind: 'server', why: 'Foi enviado por um servidor de e-mail.' }
  if (asks(headers, 'auto-submitted', automatic)) return word('É uma resposta automática (Auto-Submitted).')
  if (asks(headers, 'return-path', /^<\s*>$/))
    return word('Foi enviado por um servidor de e-mail, sem remetente de retorno.')
  return automaticHeaders.some(has) ? word('É uma resposta automática.') : hintIn(headers)
}

/** What machines add to their mails, and programs of people do too: a mail of a known person is not refused for it. */
function hintIn(headers: readonly MailHeader[]): MachineSign | null {
  const hint = (why: string) => ({ kind: 'hint', why }) as const
  if (asks(headers, 'precedence', /^\s*(bulk|list|junk|auto[_-]?reply)\b/i))
    return hint('É um e-mail em massa (Precedence).')
  if (asks(headers, 'x-auto-response-suppress', /\b(all|oof|autoreply)\b/i))
    return hint('É um e-mail de sistema (X-Auto-Response-Suppress).')
  // Mailing lists and filters set this header on what they have handled.
  if (headers.some(({ name }) => name === 'x-loop')) return hint('Passou por uma lista ou um filtro (X-Loop).')
  return headers.some(({ name }) => name === 'list-id') ? hint('É de uma lista de e-mails (List-Id).') : null
}

/** Whether a subject begins as programs name an answer nobody wrote. */
export const isAutomaticSubject = (subject: string) => automaticSubject.test(subject.normalize('NFC'))

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
  textLeft: 0,
  isCut: false,
  broken: null,
}
