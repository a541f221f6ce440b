import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { MailParser, simpleParser, type AttachmentStream, type MessageText } from 'mailparser'
import { plainWords, wordedHtml } from '#features/support/incoming-mail/html.ts'
import { fitLine, type MailBreak } from '#features/support/incoming-mail/read.ts'
import type { MailFile } from '#features/support/incoming-mail/reading.server.ts'
import { mailWordsOf, type MailPart, type MailWords } from '#features/support/incoming-mail/words.ts'

/** What is read of one mail: a head with thousands of recipients is read, and each of its lines counts for 64 bytes at least. */
const mailLimits = { parts: 300, head: 2 * 1024 * 1024, html: 2_000_000, files: 30, bytes: 30 * 1024 * 1024 } as const
const ending: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/calendar': 'ics',
  'message/rfc822': 'eml',
}

const asWords = {
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  ignoreEmbedded: true,
  checksumAlgo: false,
  maxHtmlLengthToParse: mailLimits.html,
  maxHeadSize: mailLimits.head,
  maxChildNodes: mailLimits.parts,
} as const

/** Characters of a name; its ending says what it is, and stays. */
const longestName = 200
function shortName(given: string): string {
  const name = fitLine(given, 4_000)
  const [end = ''] = /\.[^.\s/\\]{1,10}$/.exec(name) ?? []
  return name.length > longestName
    ? `${fitLine(name.slice(0, -end.length || undefined), longestName - end.length)}${end}`
    : name
}

/** A part of a mail as its parser meets it, before it is a file or words; its types leave it out. */
interface MetPart {
  readonly filename: string | false
  disposition: string | false
  readonly contentType: string | false
  readonly parentNode: { readonly contentType?: string | false } | false
  readonly partNr: readonly (string | number)[] | false
}
/** A text with a name of its own beside the words is a file: phones and Macs send those inline. */
function isNamedText({ filename, disposition, parentNode, partNr }: MetPart): boolean {
  const isMixed = parentNode !== false && parentNode.contentType === 'multipart/mixed'
  // Some programs name the words themselves, in the type of the first part.
  return Boolean(filename) && isMixed && (disposition === 'inline' || Number(partNr && partNr.at(-1)) > 1)
}

export interface TakenMail {
  readonly parser: MailParser
  /** It came apart on the way: what was read until then is here. */
  readonly broken: MailBreak | null
  readonly words: MailWords
  readonly filesLeft: number
}

const isTooLarge = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EMAXLEN'

/** Takes a mail apart, telling each file as it comes. Throws nothing: what breaks the mail is in the answer. */
async function takeStream(source: Readable, tell: (file: MailFile) => void): Promise<TakenMail> {
  const parser = new MailParser({ ...asWords, skipHtmlToText: true })
  const make: unknown = Reflect.get(parser, 'createNode')
  if (typeof make !== 'function') throw new Error('the parser of mails takes them apart in another way')
  const createNode = (part: MetPart): unknown => {
    if (isNamedText(part)) part.disposition = 'attachment'
    return Reflect.apply(make, parser, [part])
  }
  Object.assign(parser, { createNode })
  let [files, filesLeft, bytes] = [0, 0, 0]
  const pictures = new Map<string, string>()
  const taking: Promise<void>[] = []
  parser.on('data', (part: AttachmentStream | MessageText) => {
    if (part.type === 'text') return
    const wanted = files < mailLimits.files && bytes < mailLimits.bytes
    if (wanted) files++
    else filesLeft++
    const name = shortName(part.filename ?? '') || `anexo.${ending[part.contentType] ?? 'bin'}`
    if (part.cid && part.contentType.startsWith('image/')) pictures.set(part.cid, name)
    const taken = take(part, wanted).then(found => {
      part.release?.()
      bytes += found?.length ?? 0
      if (found) tell({ name, bytes: found })
    })
    // A broken mail rejects its files too; the error is handled once, by the parser's own event.
    taken.catch(() => undefined)
    taking.push(taken)
  })
  const over = once(parser, 'end')
  source.on('error', error => parser.destroy(error)).pipe(parser)
  const broken = await over
    .then(() => Promise.all(taking))
    .then(
      () => null,
      (error: unknown) => (isTooLarge(error) ? 'large' : 'malformed'),
    )
  const tree: MailPart | false = Reflect.get(parser, 'tree')
  const nameOf = (id: string) => pictures.get(id)
  const readHtml = async (html: string) => {
    const worded = wordedHtml(html, nameOf)
    const alone = await simpleParser(`Content-Type: text/html; charset=utf-8\r\n\r\n${worded}`, asWords)
    return alone.textConversionError ? null : plainWords(alone.text ?? '', nameOf)
  }
  const words = tree ? await mailWordsOf(tree, readHtml) : { text: '', besides: '', unsaid: false }
  return {
    parser,
    broken: broken ?? frameOf(tree),
    words: { ...words, text: plainWords(words.text, nameOf) },
    filesLeft,
  }
}

/** A part that says it has parts, and has none that its boundary divides, is not read. */
function frameOf(tree: MailPart | false): MailBreak | null {
  const isEmpty = (part: MailPart): boolean =>
    part.children.some(isEmpty) || (/^multipart\//i.test(part.contentType || '') && !part.children.length)
  return tree && isEmpty(tree) ? 'malformed' : null
}

async function take(part: AttachmentStream, wanted: boolean): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  for await (const chunk of part.content) if (wanted && Buffer.isBuffer(chunk)) chunks.push(chunk)
  return wanted ? Buffer.concat(chunks) : null
}

/** At most so many bytes of a file, from a place on. */
export async function bytesAt(path: string, at: number, bytes: number): Promise<Buffer> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at).finally(() => file.close())
  return buffer.subarray(0, bytesRead)
}

/** Where the body of a mail begins, and the boundary its lines show; null where none does. */
function bodyIn(start: string) {
  const end = /\r?\n\r?\n/.exec(start)
  const at = end ? end.index + end[0].length : start.length
  const shown = /^--(?=\S)([^\r\n]{1,200}?)[ \t]*\r?\n(?=content-)/im.exec(start.slice(at))
  return { at, boundary: shown?.[1] ?? null }
}

/** Characters of a body that is read as it is. */
const rawText = 1024 * 1024

/**
 * The mail at a path, taken apart. One that says it has parts but not where they end is read by the boundary its lines show, and where
 * none does its body is read as a text.
 */
export async function takeApart(path: string, tell: (file: MailFile) => void): Promise<TakenMail> {
  const taken = await takeStream(createReadStream(path), tell)
  const tree: MailPart | false = Reflect.get(taken.parser, 'tree')
  if (taken.broken !== 'malformed' || !tree || tree.children.length) return taken
  const start = await bytesAt(path, 0, mailLimits.head + rawText)
  const { at, boundary } = bodyIn(start.toString('latin1'))
  if (boundary === null || boundary.includes('"')) {
    const body = start.subarray(at, at + rawText)
    const utf8 = body.toString('utf8')
    const text = utf8.includes('\ufffd') ? body.toString('latin1') : utf8
    return { ...taken, broken: null, words: { text, besides: '', unsaid: false } }
  }
  const framed = Readable.from(
    (async function* () {
      yield Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`, 'latin1')
      yield* createReadStream(path, { start: at })
    })(),
  )
  return { ...(await takeStream(framed, tell)), parser: taken.parser }
}

/** Fields of a head that say whose a mail is, and what it is about. */
const naming = new Set(
  ['from', 'subject', 'date', 'message-id', 'in-reply-to', 'references', 'auto-submitted', 'precedence', 'return-path', 'x-loop', 'x-outorga', 'list-id', 'authentication-results', 'x-auto-response-suppress'], // prettier-ignore
)
/** Fields that may have thousands of addresses; of them only ours are read. */
const addressed = new Set([
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
])

/** What the head of a mail says of whose it is, where the mail itself cannot be read: a small mail of nothing else. */
async function headAlone(path: string, isOurs: (address: string) => boolean): Promise<Readable> {
  const start = (await bytesAt(path, 0, mailLimits.head)).toString('latin1')
  const { at } = bodyIn(start)
  const fields = start
    .slice(0, at)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const lines = fields.flatMap(field => {
    const name = /^([a-z-]{2,40})[ \t]*:/i.exec(field)?.[1]?.toLowerCase() ?? ''
    if (naming.has(name)) return [field.slice(0, 4_000)]
    if (!addressed.has(name)) return []
    const own = (field.match(/[^\s<>@,;:"]{1,64}@[^\s<>@,;:"]{2,190}/g) ?? []).find(isOurs)
    return own === undefined ? [] : [`To: ${own}`]
  })
  return Readable.from([Buffer.from(`${lines.slice(0, 100).join('\r\n')}\r\n\r\n`, 'latin1')])
}

/** The head of a mail that cannot be read whole. */
export const takeHead = async (path: string, isOurs: (address: string) => boolean): Promise<TakenMail> =>
  takeStream(await headAlone(path, isOurs), () => undefined)
