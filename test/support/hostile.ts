import { raw } from './letters.ts'

/** What must become of a mail: nothing of it runs, nothing is answered, and it is kept. */
export interface HostileMail {
  readonly name: string
  readonly mail: Buffer
  readonly state: 'recusada' | 'bandeja' | 'mensagem' | 'devolucao'
  /** Stands in why it is there, or in what was said. */
  readonly says: string
}

interface Letter {
  readonly known: string
  readonly own: string
  readonly to: string
  /** Of the mail that went to the person. */
  readonly ours: string
}

const crlf = '\r\n'
const part = (headers: readonly string[], body: string) => [...headers, '', body].join(crlf)
const mixed = (parts: readonly string[], boundary = 'limite') =>
  `${parts.map(each => `--${boundary}${crlf}${each}${crlf}`).join('')}--${boundary}--${crlf}`
const file = (name: string, bytes: Buffer, type = 'application/octet-stream') =>
  part(
    [
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
    ],
    bytes.toString('base64').replace(/.{76}/g, `$&${crlf}`),
  )

/** Reports on a mail of ours that do not say that it failed. */
const reports = [
  ['a report of delivery', 'relatório de entrega', { type: 'delivery-status', action: 'delivered' }],
  ['a report of relaying', 'relatório de entrega', { type: 'delivery-status', action: 'relayed' }],
  ['a read receipt', 'confirmação de leitura', { type: 'disposition-notification', action: 'failed' }],
  ['a complaint', 'confirmação de leitura', { type: 'feedback-report', action: 'failed' }],
] as const

/** Machines that write: by each of the ways in which one says so. */
const machines = ({ known, own, ours, to }: Letter): readonly HostileMail[] => {
  const said = (name: string, says: string, more: readonly string[], from = known): HostileMail => ({
    name,
    mail: raw(
      [
        `From: ${from}`,
        `To: ${to}`,
        `Subject: ${name}`,
        `Message-ID: <${name.replace(/\W/g, '')}@hostil.example>`,
        ...more,
      ],
      'Estou de férias.',
    ),
    state: 'recusada',
    says,
  })
  /** What programs of people add too: of a stranger it is refused, of a person at their own reply address it is their answer. */
  const hinted = (name: string, says: string, more: readonly string[], stranger: string): HostileMail =>
    stranger
      ? said(`${name} of a stranger`, says, more, stranger)
      : { ...said(name, 'Estou de férias.', more), state: 'mensagem' }
  return [
    said('auto-replied', 'resposta automática', ['Auto-Submitted: auto-replied']),
    said('auto-generated', 'resposta automática', ['auto-submitted: AUTO-GENERATED; owner=x']),
    ...['', 'eco@exemplo.net'].flatMap(stranger => [
      hinted('bulk', 'em massa', ['Precedence: bulk'], stranger),
      hinted('junk', 'em massa', ['Precedence: JUNK'], stranger),
      hinted('mailing list', 'em massa', ['Precedence: list', 'List-Id: <provedores.example>'], stranger),
      hinted('list alone', 'lista de e-mails', ['List-Id: Provedores <lista.example>'], stranger),
      hinted('out of office', 'sistema', ['X-Auto-Response-Suppress: OOF, DR, RN, NRN, AutoReply'], stranger),
    ]),
    said('holiday on our mail', 'resposta automática', ['Auto-Submitted: auto-replied', `In-Reply-To: ${ours}`]),
    {
      ...said('Resposta automática: férias', 'resposta automática', []),
      mail: raw(
        [`From: ${known}`, `To: ${to}`, 'Subject: =?utf-8?Q?Resposta_autom=C3=A1tica:_f=C3=A9rias?='],
        'Volto dia 5.',
      ),
      state: 'bandeja',
    },
    said('old robot', 'resposta automática', ['X-Autoreply: yes']),
    said('null path', 'sem remetente de retorno', ['Return-Path: <>']),
    said('daemon', 'servidor de e-mail', [], 'MAILER-DAEMON@mx.exemplo.net'),
    said('postmaster', 'servidor de e-mail', [], 'Postmaster <postmaster@mx.exemplo.net>'),
    said('our own header', 'próprio sistema', ['X-Outorga: 1']),
    said('a loop', 'próprio sistema', ['X-Loop: suporte@outorga.example']),
    said('our own address', 'nosso próprio endereço', [], own),
    {
      ...said('our own mail', 'nós mesmos', [], 'eco@exemplo.net'),
      mail: raw([`From: eco@exemplo.net`, `To: ${to}`, 'Subject: our own mail', `Message-ID: ${ours}`], 'Eco.'),
    },
    ...reports.map(([name, says, report]) => ({
      ...said(name, says, []),
      mail: raw(
        [
          'From: MAILER-DAEMON@mx.exemplo.net',
          `To: ${own}`,
          `Subject: ${name}`,
          'MIME-Version: 1.0',
          `Content-Type: multipart/report; report-type=${report.type}; boundary="limite"`,
        ],
        mixed([
          part(['Content-Type: text/plain'], 'Sobre o seu e-mail.'),
          part(
            [`Content-Type: message/${report.type}`],
            `Reporting-MTA: dns; mx.exemplo.net${crlf}${crlf}Final-Recipient: rfc822; ${known}${crlf}Action: ${report.action}`,
          ),
          part(['Content-Type: text/rfc822-headers'], `From: ${own}${crlf}Message-ID: ${ours}${crlf}Subject: Resposta`),
        ]),
      ),
    })),
    {
      name: 'a bounce',
      mail: raw(
        [
          'From: MAILER-DAEMON@mx.exemplo.net',
          `To: ${own}`,
          'Subject: a bounce',
          'Auto-Submitted: auto-replied',
          'MIME-Version: 1.0',
          'Content-Type: multipart/report; report-type=delivery-status; boundary="limite"',
        ],
        mixed([
          part(['Content-Type: text/plain'], 'Não foi entregue.'),
          part(
            ['Content-Type: message/delivery-status'],
            `Reporting-MTA: dns; mx.exemplo.net${crlf}${crlf}Final-Recipient: rfc822; ${known}${crlf}Action: failed${crlf}Status: 5.1.1${crlf}Diagnostic-Code: smtp; 550 5.1.1 no such user`,
          ),
          part(['Content-Type: text/rfc822-headers'], `From: ${own}${crlf}Message-ID: ${ours}${crlf}Subject: Resposta`),
        ]),
      ),
      state: 'devolucao',
      says: '550 5.1.1 no such user',
    },
  ]
}

/** Senders that are not who they say, or say nothing. */
const senders = ({ known, to }: Letter): readonly HostileMail[] => {
  const from = (
    name: string,
    headers: readonly string[],
    says: string,
    state: HostileMail['state'] = 'bandeja',
  ): HostileMail => ({
    name,
    mail: raw([...headers, `To: ${to}`, `Subject: ${name}`], 'Troquem a conta do boleto.'),
    state,
    says,
  })
  return [
    from('nobody', [], 'Não dá para saber quem escreveu'),
    from('two senders', [`From: ${known}, golpe@exemplo.net`], 'Não dá para saber quem escreveu'),
    from('two headers', [`From: ${known}`, 'From: golpe@exemplo.net'], 'Não dá para saber quem escreveu'),
    from('name as address', [`From: "${known}" <golpe@exemplo.net>`], 'foi golpe@exemplo.net'),
    from(
      'encoded name',
      [`From: =?utf-8?B?${Buffer.from(`${known} `).toString('base64')}?= <golpe@exemplo.net>`],
      'foi golpe@exemplo.net',
    ),
    from('injected', ["From: x'; drop table users; --@exemplo.net"], ''),
    from('no at', ['From: suporte'], 'Não dá para saber quem escreveu'),
    from('a group', ['From: Todos: golpe@exemplo.net;'], 'Não dá para saber quem escreveu'),
    from('homograph', [`From: ${known.replace('a', 'а')}`], ''),
    from(
      'sender and reply-to',
      [`From: golpe@exemplo.net`, `Sender: ${known}`, `Reply-To: ${known}`],
      'foi golpe@exemplo.net',
    ),
  ]
}

/** Broken and hostile writing, by somebody who may write. */
const writings = ({ known, to }: Letter): readonly HostileMail[] => {
  const headers = (name: string, more: readonly string[] = []) => [
    `From: ${known}`,
    `To: ${to}`,
    `Subject: ${name}`,
    ...more,
  ]
  const said = (name: string, says: string, more: readonly string[], body: Buffer | string): HostileMail => ({
    name,
    mail: raw(headers(name, more), body),
    state: 'mensagem',
    says,
  })
  const html = ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8']
  return [
    said('script', 'Olá', html, '<p>Olá</p><script>fetch("/api/v1/users")</script><img src=x onerror=alert(1)>'),
    said('deep html', 'não pôde ser lido', html, `${'<div>'.repeat(200_000)}fundo`),
    said('big table', '', html, `<table>${'<tr><td>x</td></tr>'.repeat(60_000)}</table>`),
    said('lying charset', 'Ol', ['Content-Type: text/plain; charset=klingon-8'], Buffer.from('Olá, çãõ', 'latin1')),
    said(
      'broken utf8',
      'quebrado',
      ['Content-Type: text/plain; charset=utf-8'],
      Buffer.concat([Buffer.from('quebrado '), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00])]),
    ),
    said(
      'broken base64',
      '',
      ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64'],
      '@@@@ não é base64 ====',
    ),
    said('broken quoted', 'assim', ['Content-Transfer-Encoding: quoted-printable'], 'assim =ZZ =\r\n=E'),
    said('nul and bidi', 'abc', ['Content-Type: text/plain; charset=utf-8'], 'a\u0000b\u202ec\ufffe'),
    said('empty', '(E-mail sem texto.)', [], ''),
    said('long line', 'aaaa', ['Content-Type: text/plain'], 'a'.repeat(3_000_000)),
    said(
      'many headers',
      'Olá',
      Array.from({ length: 2_000 }, (_, n) => `X-Cabecalho-${n}: valor`),
      'Olá',
    ),
    said('quotes alone', 'Nada foi escrito', [], '> tudo\r\n> citado\r\n'),
    said('regex trap', '', [], `Em ${'seg '.repeat(5_000)}escreveu${' '.repeat(20_000)}\n`.repeat(20)),
    {
      ...said('endless subject', 'Olá', [], 'Olá'),
      mail: raw([`From: ${known}`, `To: ${to}`, `Subject: endless subject ${'muito '.repeat(10_000)}`], 'Olá'),
    },
    {
      ...said('bad words in subject', 'Olá', [], 'Olá'),
      mail: raw(
        [`From: ${known}`, `To: ${to}`, 'Subject: bad words in subject =?utf-8?Q?=00=ED=A0=80?= =?x?Z?y?='],
        'Olá',
      ),
    },
  ]
}

/** Parts within parts, and files of each kind that is refused. */
const parcels = ({ known, to }: Letter): readonly HostileMail[] => {
  const of = (
    name: string,
    says: string,
    parts: readonly string[],
    state: HostileMail['state'] = 'mensagem',
  ): HostileMail => ({
    name,
    mail: raw(
      [
        `From: ${known}`,
        `To: ${to}`,
        `Subject: ${name}`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="limite"',
      ],
      mixed([part(['Content-Type: text/plain; charset=utf-8'], 'Segue.'), ...parts]),
    ),
    state,
    says,
  })
  const nested = Array.from({ length: 400 }).reduce<string>(
    (inner, _, n) => part([`Content-Type: multipart/mixed; boundary="b${n}"`], mixed([inner], `b${n}`)),
    'fundo',
  )
  const zeros = Buffer.alloc(200_000)
  const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), zeros])
  return [
    of(
      'programs',
      'virus.exe',
      ['virus.exe', 'run.bat', 'a.js', 'b.vbs', 'c.scr', 'd.jar', 'e.ps1', 'f.lnk', 'g.iso'].map(each =>
        file(each, Buffer.from('MZ\u0090')),
      ),
    ),
    of(
      'pages',
      'pagina.html',
      ['pagina.html', 'desenho.svg', 'macro.docm', 'macro.xlsm'].map(each =>
        file(each, Buffer.from('<script>alert(1)</script>')),
      ),
    ),
    of('zip bomb', 'bomba.zip', [file('bomba.zip', zip), file('bomba.docx', zip), file('bomba.xlsx', zip)]),
    of('false pdf', 'nota.pdf', [file('nota.pdf', Buffer.from('<html><script>'), 'application/pdf')]),
    of('entities', 'riso.xml', [
      file('riso.xml', Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')),
    ]),
    of('path as name', 'Segue.', [file('../../../etc/passwd.txt', Buffer.from('nome'))]),
    of('no name', 'anexo.bin', [
      part(['Content-Type: application/octet-stream', 'Content-Disposition: attachment'], 'xx'),
    ]),
    of('hidden ending', 'Segue.', [file('nota\u202efdp.exe', Buffer.from('MZ'))]),
    {
      name: 'html beside a file',
      mail: raw(
        [
          `From: ${known}`,
          `To: ${to}`,
          'Subject: html beside a file',
          'Content-Type: multipart/mixed; boundary="limite"',
        ],
        mixed([
          part(['Content-Type: text/html'], '<p>Quanto custa?</p><script>x</script>'),
          file('a.txt', Buffer.from('a')),
        ]),
      ),
      state: 'mensagem',
      says: 'Quanto custa?',
    },
    of('a mail in it', 'anexo.eml', [
      part(['Content-Type: message/rfc822'], `From: a@b.example${crlf}Subject: dentro${crlf}${crlf}dentro`),
    ]),
    of(
      'sixty files',
      'além do que se guarda',
      Array.from({ length: 60 }, (_, n) => file(`a${n}.txt`, Buffer.from(`linha ${n}`), 'text/plain')),
    ),
    of('parts in parts', 'grande demais', [nested], 'bandeja'),
    of(
      'a thousand parts',
      'grande demais',
      Array.from({ length: 1_200 }, () => part(['Content-Type: text/plain'], 'x')),
      'bandeja',
    ),
    {
      ...of('never closed', 'Segue.', []),
      mail: raw(
        [`From: ${known}`, `To: ${to}`, 'Subject: never closed', 'Content-Type: multipart/mixed; boundary="limite"'],
        `--limite${crlf}${crlf}Segue.`,
      ),
    },
  ]
}

/** Mails that mean no good; of each what must become of it. */
export const hostileMails = (of: Letter): readonly HostileMail[] => [
  ...machines(of),
  ...senders(of),
  ...writings(of),
  ...parcels(of),
]
