import { zipSync } from 'fflate'
import { bytesOfPart, charsets, encodings, filePart, multipart, namings, textPart, type MimePart } from './mime.ts'
import { seeded } from './random.ts'

// Mails as people, phones, webmails, machines and gateways send them, made by chance: of each it is known which words and files it has.

/** A file of a made mail, and whether one of its kind is stored. */
interface MadeFile {
  readonly name: string
  readonly bytes: Buffer
  readonly isWanted: boolean
}
export interface MadeMail {
  /** Its subject, and how it was made. */
  readonly name: string
  readonly mail: Buffer
  /** Words its writer wrote, and words they quote or sign with, each once in the mail. */
  readonly own: readonly string[]
  readonly others: readonly string[]
  readonly files: readonly MadeFile[]
  /** Somebody known wrote it, and no machine. */
  readonly isOfPerson: boolean
  /** It was cut on the way: its words and files are those that came. */
  readonly isCut: boolean
}
/** Who writes to whom. */
interface Correspondents {
  readonly person: string
  readonly reply: string
  readonly own: string
  readonly contact: string
}

type Kind = 'own' | 'attribution' | 'quoted' | 'plain-quoted' | 'signature'
interface Block {
  readonly is: Kind
  readonly lines: readonly string[]
}

export function correspondence(seed: number, of: Correspondents) {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const pick = <T>(some: readonly T[]): T => some[upTo(some.length)] as T
  const chance = (of1: number) => random() < of1
  let made = 0

  const charset = () => pick(charsets)
  function word(has: string) {
    const stem = pick(['rede', 'torre', 'enlace', 'outorga', 'boleto', 'fibra'])
    const at = upTo(stem.length)
    const sign = has ? [...has][upTo([...has].length)] : ''
    return `${stem.slice(0, at)}${sign}${stem.slice(at)}${++made}z`
  }
  /** Lines of words that are in the mail once. */
  function lines(has: string, into: string[], many = 1 + upTo(3)) {
    return Array.from({ length: many }, () => {
      const words = Array.from({ length: 1 + upTo(7) }, () => word(has))
      into.push(...words)
      return `${words.join(' ')}${pick(['.', '?', '', '!', ','])}`
    })
  }

  /** How programs introduce what they quote, and whether they mark its lines. */
  const attributions: readonly (readonly [name: string, lines: readonly string[], marked: boolean])[] = [
    ['gmail', [`Em ter., 3 de nov. de 2026 às 10:12, Outorga <${of.reply}> escreveu:`], true],
    ['gmail-broken', ['Em ter., 3 de nov. de 2026 às 10:12, Outorga', `<${of.reply}> escreveu:`], true],
    ['iphone', [`Em 3 de nov. de 2026, à(s) 10:12, Outorga <${of.reply}> escreveu:`], true],
    ['samsung', ['-------- Mensagem original --------', `De : Outorga <${of.reply}>`, 'Data: 03/11/2026 10:12 (GMT-03:00)', `Para: Ana <${of.person}>`, 'Assunto: Resposta'], false],
    ['outlook', [`De: Outorga <${of.reply}>`, 'Enviada em: terça-feira, 3 de novembro de 2026 10:12', `Para: Ana <${of.person}>`, 'Assunto: Resposta'], false],
    ['outlook.com', ['________________________________', `De: Outorga <${of.reply}>`, 'Enviado: terça-feira, 3 de novembro de 2026 10:12', `Para: Ana <${of.person}>`, 'Assunto: Resposta'], false],
    ['yahoo', [`Em terça-feira, 3 de novembro de 2026 às 10:12:33 BRT, Outorga <${of.reply}> escreveu:`], false],
    ['uol', ['---', `De: "Outorga" <${of.reply}>`, 'Enviada: 2026/11/03 10:12:00', `Para: ${of.person}`, 'Assunto: Re: Resposta'], false],
    ['zimbra', ['----- Mensagem original -----', `De: "Outorga" <${of.reply}>`, `Para: "Ana" <${of.person}>`, 'Enviadas: Terça-feira, 3 de novembro de 2026 10:12:00', 'Assunto: Resposta'], false],
    ['thunderbird', ['Em 03/11/2026 10:12, Outorga escreveu:'], true],
    ['english', [`On Tue, Nov 3, 2026 at 10:12 AM Outorga <${of.reply}> wrote:`], true],
  ] // prettier-ignore

  /** What somebody writes, with what stands around it. */
  function letter(has: string, answers: boolean) {
    const [own, others]: [string[], string[]] = [[], []]
    const ascii = (all: readonly string[]) =>
      has ? all : all.map(line => line.normalize('NFD').replace(/[^\n -~]/g, ''))
    const [program, intro, marked] = pick(attributions)
    const attribution: Block = { is: 'attribution', lines: ascii(intro) }
    const quoted = (): Block => ({ is: marked ? 'quoted' : 'plain-quoted', lines: lines(has, others, 1 + upTo(12)) })
    const said = (): Block => ({ is: 'own', lines: lines(has, own) })
    const phone = pick([
      'Enviado do meu iPhone',
      'Enviado do meu Galaxy A12',
      'Obter o Outlook para Android',
      'Enviado do Yahoo Mail no Android',
    ])
    const signature: Block[] = chance(0.5)
      ? [{ is: 'signature', lines: chance(0.5) ? [phone] : [pick(['-- ', '--']), ...lines(has, others, 1 + upTo(3))] }]
      : []
    const where = answers ? pick(['below', 'below', 'above', 'inline', 'none'] as const) : 'none'
    const blocks: Block[] =
      where === 'below'
        ? chance(0.8)
          ? [said(), ...signature, attribution, quoted()]
          : [said(), attribution, quoted(), ...signature]
        : where === 'above' && marked
          ? [attribution, quoted(), said(), ...signature]
          : where === 'inline' && marked
            ? [attribution, quoted(), said(), quoted(), said(), ...signature]
            : [said(), ...(chance(0.3) ? [said()] : []), ...signature]
    return { program: `${program} ${where}`, blocks, own, others }
  }

  const plainOf = (blocks: readonly Block[]) =>
    blocks.map(({ is, lines: all }) => all.map(line => (is === 'quoted' ? `> ${line}` : line)).join('\n')).join('\n\n')
  const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const linked = (line: string) =>
    escaped(line).replace(/[\w.+-]+@[\w.-]+\w/g, address => `<a href="mailto:${address}">${address}</a>`)
  const htmlOf = (blocks: readonly Block[], picture: string) => {
    const body = blocks.map(({ is, lines: all }) => {
      const tag = pick(['div', 'p'])
      const inside = chance(0.5)
        ? all.map(line => `<${tag}>${linked(line)}</${tag}>`).join('\n')
        : `<div>${all.map(linked).join('<br>')}</div>`
      return is === 'quoted' ? `<blockquote type="cite">${inside}</blockquote>` : inside
    })
    const head = '<head><style><!-- p { margin: 0 } --></style><title></title></head>'
    return `<html>${head}<body>${body.join('<br>')}${picture}<noscript>Ligue os scripts</noscript></body></html>`
  }

  const pdf = () => Buffer.from(`%PDF-1.4\n% ${++made}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`)
  const kinds: readonly (readonly [ending: string, type: string, bytes: () => Buffer, isWanted: boolean])[] = [
    ['pdf', 'application/pdf', pdf, true],
    ['pdf', 'application/octet-stream', pdf, true],
    ['png', 'image/png', () => Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(String(++made))]), true],
    ['txt', 'text/plain; charset=utf-8', () => Buffer.from(`nota ${++made}`), true],
    ['csv', 'text/csv', () => Buffer.from(`a;b\n${++made};2\n`), true],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', () => Buffer.from(zipSync({ '[Content_Types].xml': Buffer.from('<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'), 'word/document.xml': Buffer.from(`<w>${++made}</w>`) })), true],
    ['exe', 'application/x-msdownload', () => Buffer.from(`MZ${++made}`), false],
    ['html', 'text/html', () => Buffer.from(`<p>${++made}`), false],
    ['ics', 'text/calendar; method=REQUEST', () => Buffer.from(`BEGIN:VCALENDAR ${++made}`), false],
    ['p7s', 'application/pkcs7-signature', () => Buffer.from(`assinatura ${++made}`), false],
    ['dat', 'application/ms-tnef', () => Buffer.from(`\x78\x9f\x3e\x22 ${++made}`), false],
    ['zip', 'application/zip', () => Buffer.from(zipSync({ 'a.txt': Buffer.from(String(++made)) })), false],
  ] // prettier-ignore
  interface ToSend {
    readonly file: MadeFile
    readonly part: MimePart
  }
  function someFiles(many: number): readonly ToSend[] {
    const all: ToSend[] = []
    for (let n = 0; n < many; n++) {
      const [ending, type, bytes, isWanted] = pick(kinds)
      const before = all.at(-1)?.file
      const isTwin = before !== undefined && before.isWanted && chance(0.1)
      const stem = `${pick(['contrato', 'coleção', 'recibo assinado', 'foto'])} ${++made}z${chance(0.1) ? ` ${'longo '.repeat(40)}` : ''}`
      const name = isTwin
        ? `copia ${made}z${before.name.slice(before.name.lastIndexOf('.'))}`
        : `${stem.trim()}.${ending}`
      const file = { name, bytes: isTwin ? before.bytes : bytes(), isWanted: isTwin || isWanted }
      const disposition = pick(['attachment', 'attachment', 'inline'])
      all.push({ file, part: filePart(file.bytes, { type, naming: pick(namings)(name), disposition }) })
    }
    return all
  }

  /** The words of a letter as text, as HTML, or as both, with pictures and files; and what gateways put around it. */
  function body(answers: boolean) {
    const chars = charset()
    const { program, blocks, own, others } = letter(chars.has, answers)
    const encoding = () => pick(chars.has ? encodings.slice(1) : encodings)
    const flowed = chance(0.15)
    const plain = textPart('text/plain', plainOf(blocks), {
      charset: chars,
      encoding: encoding(),
      more: flowed ? '; format=flowed' : '',
    })
    const shown = chance(0.3)
    const logo = { name: `logo${++made}z.png`, bytes: kinds[2]?.[2]() ?? Buffer.alloc(0), isWanted: true }
    const picture = shown
      ? `<img src="cid:logo${made}@x" alt="${logo.name}">`
      : chance(0.4) ? '<img width=1 height=1 src="http://rastro.example/p.gif?x=1">' : '' // prettier-ignore
    const html = textPart('text/html', htmlOf(blocks, picture), { charset: chars, encoding: encoding() })
    const rich = shown
      ? multipart('related', [html, filePart(logo.bytes, { type: 'image/png', naming: `filename="${logo.name}"`, disposition: 'inline', more: [`Content-ID: <logo${made}@x>`] })])
      : html // prettier-ignore
    const stub = textPart('text/plain', 'Este e-mail precisa de um programa que mostre HTML.', {
      charset: chars,
      encoding: '7bit',
    })
    const shape = pick(['plain', 'plain', 'html', 'both', 'both', 'both', 'stub', 'only-alternative'] as const)
    const text =
      shape === 'plain' ? plain
      : shape === 'html' ? rich
      : multipart('alternative', shape === 'both' ? [plain, rich] : shape === 'stub' ? [stub, rich] : [rich]) // prettier-ignore
    const files = someFiles(chance(0.6) ? 0 : 1 + upTo(4))
    const all = shown && shape !== 'plain' ? [logo] : []
    const around: MimePart[] = []
    if (chance(0.15)) {
      // A gateway's notice, or the foot of a list, is a part of its own.
      const foot = lines(chars.has, others, 2).join('\n')
      around.push(
        textPart('text/plain', `_______________________________________________\n${foot}`, {
          charset: chars,
          encoding: encoding(),
        }),
      )
    }
    const whole =
      files.length || around.length ? multipart('mixed', [text, ...files.map(({ part }) => part), ...around]) : text
    return {
      how: `${program} ${shape} ${chars.name}${around.length ? ' foot' : ''}`,
      whole,
      own,
      others,
      files: [...all, ...files.map(({ file }) => file)],
    }
  }

  function headersOf(name: string, from: string, to: string, more: readonly string[]) {
    const subject = `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`
    const all = [`From: ${pick(['', 'Ana ', '"Ana Lima" ', '=?iso-8859-1?Q?Ana_Concei=E7=E3o?= '])}<${from}>`, `To: ${chance(0.3) ? `"Outorga" <${to}>` : to}`, `Subject: ${subject}`, 'MIME-Version: 1.0', `Message-ID: <${++made}@gerado.example>`, 'Date: Tue, 03 Nov 2026 10:12:00 -0300'] // prettier-ignore
    return chance(0.2) ? [...more, ...all] : [...all, ...more]
  }
  const finished = (mail: Buffer) =>
    chance(0.15) ? Buffer.from(mail.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : mail

  const machines: readonly (readonly [string, readonly string[]])[] = [
    ['férias', ['Auto-Submitted: auto-replied']],
    ['protocolo', ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All', 'Precedence: bulk']],
    ['robô antigo', ['X-Autoreply: yes']],
  ]
  /** What programs of people add as well. */
  const hints = [[], [], [], ['X-Auto-Response-Suppress: DR, OOF, AutoReply'], ['Precedence: bulk'], ['List-Id: <lista.example>'], ['List-Unsubscribe: <mailto:sair@lista.example>'], ['X-Priority: 1'], ['X-Loop: lista@grupo.example']] as const // prettier-ignore

  /** One mail more. */
  return function next(): MadeMail {
    const n = ++made
    const who = pick([
      'answer',
      'answer',
      'answer',
      'answer',
      'first',
      'first',
      'contact',
      'machine',
      'automatic',
    ] as const)
    const answers = who === 'answer' || who === 'machine' || who === 'automatic'
    const { how, whole, own, others, files } = body(answers)
    const [machine, signs] = pick(machines)
    const name = `${who === 'automatic' ? 'Resposta automática: ' : ''}Gerado ${n}z ${who} ${who === 'machine' ? machine : how}`
    const more = who === 'machine' ? signs : who === 'automatic' ? [] : pick(hints)
    const from = who === 'contact' ? of.contact : of.person
    const headers = [...headersOf(name, from, answers ? of.reply : of.own, more), ...whole.headers]
    const mail = bytesOfPart({ headers, body: whole.body })
    const isCut = chance(0.06)
    const head = mail.indexOf('\r\n\r\n') + 4
    return {
      name,
      mail: finished(isCut ? mail.subarray(0, head + upTo(mail.length - head)) : mail),
      own,
      others,
      files,
      isOfPerson: who !== 'machine',
      isCut,
    }
  }
}
