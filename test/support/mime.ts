import { raw } from './letters.ts'

// Parts of mails, written byte by byte: in which characters, how they are carried, and how files are called.

/** How a text is written: its characters as bytes of this name. */
interface MailCharset {
  readonly name: string
  /** Characters besides ASCII that it has. */
  readonly has: string
  readonly encode: (text: string) => Buffer
}
const western: Readonly<Record<string, number>> = { '\u201c': 0x93, '\u201d': 0x94, '\u2013': 0x96, '\u20ac': 0x80 }
const oneByte = (more: Readonly<Record<string, number>>) => (text: string) =>
  Buffer.from([...text].map(char => more[char] ?? char.charCodeAt(0)))
export const charsets: readonly MailCharset[] = [
  { name: 'utf-8', has: '\u00e7\u00e3\u00e9\u0151\u6f22\u20ac', encode: text => Buffer.from(text, 'utf8') },
  { name: 'iso-8859-1', has: '\u00e7\u00e3\u00e9\u00f5', encode: oneByte({}) },
  { name: 'windows-1252', has: '\u00e7\u00e3\u201c\u201d\u2013\u20ac', encode: oneByte(western) },
  { name: 'iso-8859-15', has: '\u00e7\u00e3\u20ac', encode: oneByte({ '\u20ac': 0xa4 }) },
  { name: 'us-ascii', has: '', encode: text => Buffer.from(text, 'latin1') },
]

const wrapped = (text: string) => text.replace(/.{76}/g, '$&\r\n')
const quotedPrintable = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .split('\r\n')
    .map(line => {
      const signs = [...line].map(char =>
        /[!-<>-~ ]/.test(char) ? char : `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      )
      const rows: string[] = ['']
      for (const sign of signs) {
        if ((rows.at(-1) ?? '').length + sign.length > 72) rows.push('')
        rows[rows.length - 1] += sign
      }
      return rows.join('=\r\n').replace(/ $/, '=20')
    })
    .join('\r\n')
export const encodings = ['7bit', '8bit', 'quoted-printable', 'base64'] as const
type MailEncoding = (typeof encodings)[number]
const carried = (bytes: Buffer, encoding: MailEncoding): Buffer =>
  encoding === 'base64'
    ? Buffer.from(wrapped(bytes.toString('base64')))
    : encoding === 'quoted-printable'
      ? Buffer.from(quotedPrintable(bytes), 'latin1')
      : bytes

/** A part of a mail: its headers, and what stands under them. */
export interface MimePart {
  readonly headers: readonly string[]
  readonly body: Buffer
}
export const bytesOfPart = ({ headers, body }: MimePart) => raw(headers, body)

export const textPart = (
  type: string,
  text: string,
  how: { readonly charset: MailCharset; readonly encoding: MailEncoding; readonly more?: string },
): MimePart => ({
  headers: [
    `Content-Type: ${type}; charset=${how.charset.name}${how.more ?? ''}`,
    `Content-Transfer-Encoding: ${how.encoding}`,
  ],
  body: carried(how.charset.encode(text.replaceAll('\n', '\r\n')), how.encoding),
})

/** Ways in which programs write what a file is called. */
export const namings: readonly ((name: string) => string)[] = [
  name => `filename="=?utf-8?B?${Buffer.from(name).toString('base64')}?="`,
  name => `filename*=utf-8''${encodeURIComponent(name)}`,
  name => {
    const whole = encodeURIComponent(name)
    // Not within a sign.
    const at = whole.indexOf('%') < 0 ? 4 : whole.indexOf('%')
    return `filename*0*=utf-8''${whole.slice(0, at)};\r\n filename*1*=${whole.slice(at)}`
  },
  name => `filename="${Buffer.from(name, 'utf8').toString('latin1')}"`,
]
export const filePart = (
  bytes: Buffer,
  { type, naming, disposition = 'attachment', more = [] }: { readonly type: string; readonly naming: string; readonly disposition?: string; readonly more?: readonly string[] }, // prettier-ignore
): MimePart => ({
  headers: [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${disposition}; ${naming}`,
    ...more,
  ],
  body: carried(bytes, 'base64'),
})

let made = 0
/** Parts in one, as mixed, alternative, related or report. */
export function multipart(kind: string, parts: readonly MimePart[], boundary = `=_limite_${++made}`): MimePart {
  const line = Buffer.from('\r\n')
  const pieces = parts.flatMap(part => [Buffer.from(`--${boundary}\r\n`), bytesOfPart(part), line])
  return {
    headers: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
