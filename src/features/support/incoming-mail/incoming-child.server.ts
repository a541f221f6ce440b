import { stat } from 'node:fs/promises'
import type { HeaderLines } from 'mailparser'
import { bytesAt, takeApart, takeHead, type TakenMail } from '#features/support/incoming-mail/apart.server.ts'
import { fold } from '#features/support/incoming-mail/fold.ts'
import {
  fitAddress,
  fitLine,
  fitText,
  machineIn,
  type DeliveryReport,
  type MailHeader,
  type MailReading,
} from '#features/support/incoming-mail/read.ts'
import type { MailFile, MailPiece, MailsRequest } from '#features/support/incoming-mail/reading.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { watched } from '#parts/child/watched.server.ts'

/** What one mail may take. */
const room = { ms: 20_000, rss: 500 } as const
/** What is read of one: characters of its text, and bytes of a server's report. */
const readLimits = { text: 200_000, report: 1024 * 1024 } as const

const headersOf = (lines: HeaderLines): readonly MailHeader[] =>
  lines.map(({ key, line }) => ({
    name: key,
    value: line
      .slice(line.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim(),
  }))
const idsIn = (headers: readonly MailHeader[], name: string) =>
  headers.flatMap(each => (each.name === name ? (each.value.match(/<[^<>\s]{3,250}>/g) ?? []) : []))
const delivered = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'])

/** What a mail server reports in its first megabyte: on which mail, and what became of it (RFC 3464, 2.3.3). */
async function reportIn(path: string, headers: readonly MailHeader[]): Promise<DeliveryReport> {
  const raw = (await bytesAt(path, 0, readLimits.report)).toString('latin1')
  const inside = [...raw.matchAll(/^(?:message-id|in-reply-to|references):[ \t]*(<[^<>\s]{3,250}>)/gim)].map(
    ([, id = '']) => id,
  )
  const said = /^diagnostic-code:(.{1,400})$/im.exec(raw)?.[1] ?? ''
  const about = [...idsIn(headers, 'in-reply-to'), ...idsIn(headers, 'references'), ...inside]
  const actions = new Set([...raw.matchAll(/^action:[ \t]*([a-z]+)/gim)].map(([, action = '']) => action.toLowerCase()))
  // Old servers report in a plain text, with the code of the server that refused it.
  const isRefused = !actions.size && /\b5(?:\d\d[ -]|\.\d{1,3}\.\d{1,3}\b)/.test(raw)
  const outcome = actions.has('failed') || isRefused ? 'failed' : actions.has('delayed') ? 'delayed' : null
  return { about: [...new Set(about)].slice(0, 20), outcome, said: fitLine(said, 300) }
}

/** Whether a file begins as a mailbox of many mails does: with 'From ' and no colon (RFC 4155). */
const beginsAsBox = async (path: string) => (await bytesAt(path, 0, 5)).toString('latin1') === 'From '

/** Bytes at the end of a mail in which its last boundary is. */
const tail = 64 * 1024
/** Whether a mail of several parts ends before they do (RFC 2046, 5.1.1). */
async function isCutShort(path: string, { parser: { headers } }: TakenMail): Promise<boolean> {
  const type: unknown = headers ? headers.get('content-type') : null
  const boundary = typeof type === 'object' && type && 'params' in type ? Object(type.params).boundary : undefined
  if (typeof boundary !== 'string' || !boundary) return false
  const { size } = await stat(path)
  const end = await bytesAt(path, Math.max(0, size - tail), tail)
  return !end.includes(`--${boundary}--`, 0, 'utf8')
}

/** Our own address, with or without a part after +. */
const isOneOf = (own: readonly string[]) => (address: string) =>
  own.includes(address.toLowerCase().replace(/\+[^@]*(?=@)/, ''))

/** Reads a mail; of one whose head is too long, as of one where only that is wanted, what the head says of whose it is. */
async function readMail(
  path: string,
  { own, headsOnly }: MailsRequest,
  tell: (file: MailFile) => void,
): Promise<MailReading> {
  const isOurs = isOneOf(own)
  const whole = headsOnly ? null : await takeApart(path, tell)
  if (whole?.parser.headerLines) return readingOf(path, whole, { own, isOurs })
  const head = await takeHead(path, isOurs)
  return readingOf(path, { ...head, broken: headsOnly ? 'heavy' : (whole?.broken ?? 'large') }, { own, isOurs })
}

interface OwnAddresses {
  readonly own: readonly string[]
  readonly isOurs: (address: string) => boolean
}
async function readingOf(path: string, taken: TakenMail, { own, isOurs }: OwnAddresses): Promise<MailReading> {
  const { parser, broken, words, filesLeft } = taken
  const text = words.text.slice(0, readLimits.text)
  const headers = headersOf(parser.headerLines || [])
  // A mailbox in one file writes > before a line that begins as its separator does.
  const isBox = await beginsAsBox(path)
  const of = (name: string) => headers.filter(each => each.name === name)
  const from = of('from').length > 1 ? [] : (parser.from?.value ?? [])
  const addresses = [parser.to, parser.cc].flatMap(each => (Array.isArray(each) ? each : each ? [each] : []))
  const to = [
    ...headers.filter(({ name }) => delivered.has(name)).map(({ value }) => value.replace(/^<|>$/g, '')),
    ...addresses.flatMap(({ value }) => value.flatMap(each => [each, ...(each.group ?? [])])).map(each => each.address),
  ].flatMap(each => fitAddress(each) ?? [])
  const writers = from.flatMap(({ name, address }) => {
    const fit = fitAddress(address)
    return fit ? [{ name: fitLine(name, 160), address: fit }] : []
  })
  const machine = machineIn(
    headers,
    writers.map(({ address }) => address),
    own,
  )
  const references = [...idsIn(headers, 'references'), ...idsIn(headers, 'in-reply-to')]
  // Some programs of phones answer without naming what they answer, but to an address that was given for it.
  const answers = references.length > 0 || to.some(each => /\+[0-9a-f]{32}@/.test(each))
  const sent = Date.parse(of('date')[0]?.value ?? '')
  const folded = fold(fitText(isBox ? text.replace(/^>(?=>*From )/gm, '') : text), { answers, own })
  const besides = fitText(words.besides.slice(0, readLimits.text))
  return {
    subject: fitLine(parser.subject ?? '', 255),
    from: writers.length === from.length ? writers : [],
    // Of thousands of recipients ours says what it answers.
    to: [...new Set([...to.filter(isOurs), ...to])].slice(0, 100),
    messageId: idsIn(headers, 'message-id')[0] ?? null,
    references: references.slice(-50),
    sentAt: sent > 0 && sent < 4e12 ? new Date(sent).toISOString() : null,
    machine,
    report: machine?.kind === 'server' ? await reportIn(path, headers) : null,
    results: of('authentication-results')
      .map(({ value }) => value.slice(0, 2_000))
      .slice(0, 10),
    text: { ...folded, quoted: [folded.quoted, besides].filter(Boolean).join('\n\n') },
    unsaid: words.unsaid,
    filesLeft,
    textLeft: words.text.length - text.length,
    isCut: await isCutShort(path, taken),
    broken,
  }
}

await watched(room, async next => {
  const { given, tell } = await errand<MailsRequest>()
  const say = (piece: MailPiece) => tell(piece)
  for (const path of given.paths) {
    next()
    say({ reading: await readMail(path, given, file => say({ file })) })
  }
})
