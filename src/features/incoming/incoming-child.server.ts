import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { once } from 'node:events'
import { MailParser, simpleParser, type AttachmentStream, type HeaderLines, type MessageText } from 'mailparser'
import { fold } from '#features/incoming/fold.ts'
import {
  fitAddress,
  fitLine,
  fitText,
  machineIn,
  type DeliveryReport,
  type MailHeader,
  type MailReading,
} from '#features/incoming/read.ts'
import type { MailFile, MailPiece, MailsRequest } from '#features/incoming/reading.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { watched } from '#parts/child/watched.server.ts'

/** What one mail may take. */
const room = { ms: 20_000, rss: 500 } as const
/** What is read of one. */
const most = {
  parts: 300,
  head: 256 * 1024,
  html: 2_000_000,
  text: 200_000,
  files: 30,
  bytes: 30 * 1024 * 1024,
  report: 1024 * 1024,
} as const
const ending: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'message/rfc822': 'eml',
}

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

const asWords = {
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  ignoreEmbedded: true,
  checksumAlgo: false,
  maxHtmlLengthToParse: most.html,
  maxHeadSize: most.head,
  maxChildNodes: most.parts,
} as const

/** The words of a mail. HTML becomes words where it is all of a mail, and so it is given alone; null where it cannot. */
async function wordsOf({ text = '', html, textConversionError }: MessageText): Promise<string | null> {
  if (text.trim() || !html) return textConversionError ? null : text
  const alone = await simpleParser(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`, asWords)
  return alone.textConversionError ? null : (alone.text ?? '')
}

interface TakenMail {
  readonly parser: MailParser
  /** It came apart on the way: what was read until then is here. */
  readonly broken: boolean
  /** Null where there is one that could not be read. */
  readonly text: string | null
  readonly filesLeft: number
}

/** Takes a mail apart, telling each file as it comes. */
async function parse(path: string, tell: (file: MailFile) => void): Promise<TakenMail> {
  const parser = new MailParser(asWords)
  let [files, filesLeft, bytes] = [0, 0, 0]
  let said: MessageText = { type: 'text' }
  const taking: Promise<void>[] = []
  parser.on('data', (part: AttachmentStream | MessageText) => {
    if (part.type === 'text') return void (said = part)
    const wanted = files < most.files && bytes < most.bytes
    if (wanted) files++
    else filesLeft++
    const taken = take(part, wanted).then(file => {
      part.release?.()
      bytes += file?.bytes.length ?? 0
      if (file) tell(file)
    })
    // What breaks the mail breaks its files, too: it is thrown below.
    taken.catch(() => undefined)
    taking.push(taken)
  })
  const over = once(parser, 'end')
  createReadStream(path)
    .on('error', error => parser.destroy(error))
    .pipe(parser)
  const broken = await over
    .then(() => Promise.all(taking))
    .then(
      () => false,
      () => true,
    )
  return { parser, broken, text: await wordsOf(said), filesLeft }
}

async function take(part: AttachmentStream, wanted: boolean): Promise<MailFile | null> {
  const chunks: Buffer[] = []
  for await (const chunk of part.content) if (wanted && Buffer.isBuffer(chunk)) chunks.push(chunk)
  if (!wanted) return null
  const called = fitLine(part.filename ?? '', 200)
  return { name: called || `anexo.${ending[part.contentType] ?? 'bin'}`, bytes: Buffer.concat(chunks) }
}

/** What a mail server reports in its first megabyte: on which mail, and what became of it (RFC 3464, 2.3.3). */
async function reportIn(path: string, headers: readonly MailHeader[]): Promise<DeliveryReport> {
  const file = await open(path)
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(most.report), 0, most.report, 0)
    .finally(() => file.close())
  const raw = buffer.subarray(0, bytesRead).toString('latin1')
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
async function beginsAsBox(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0).finally(() => file.close())
  return buffer.toString('latin1') === 'From '
}

async function read(path: string, own: readonly string[], tell: (file: MailFile) => void): Promise<MailReading> {
  const { parser, broken, text: words, filesLeft } = await parse(path, tell)
  const text = (words ?? '').slice(0, most.text)
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
  )
  const references = [...idsIn(headers, 'references'), ...idsIn(headers, 'in-reply-to')]
  // Some programs of phones answer without naming what they answer, but to an address that was given for it.
  const answers = references.length > 0 || to.some(each => /\+[0-9a-f]{32}@/.test(each))
  const sent = Date.parse(of('date')[0]?.value ?? '')
  return {
    subject: fitLine(parser.subject ?? '', 255),
    from: writers.length === from.length ? writers : [],
    to: [...new Set(to)].slice(0, 100),
    messageId: idsIn(headers, 'message-id')[0] ?? null,
    references: references.slice(-50),
    sentAt: sent > 0 && sent < 4e12 ? new Date(sent).toISOString() : null,
    machine,
    report: machine?.kind === 'server' ? await reportIn(path, headers) : null,
    results: of('authentication-results')
      .map(({ value }) => value.slice(0, 2_000))
      .slice(0, 10),
    text: fold(fitText(isBox ? text.replace(/^>(?=>*From )/gm, '') : text), { answers, own }),
    unsaid: words === null,
    filesLeft,
    broken,
  }
}

await watched(room, async next => {
  const { given, tell } = await errand<MailsRequest>()
  const say = (piece: MailPiece) => tell(piece)
  for (const path of given.paths) {
    next()
    say({ reading: await read(path, given.own, file => say({ file })) })
  }
})
