import { createServer, type Socket } from 'node:net'

/** A mail in the mailbox. */
interface HeldMail {
  readonly uid: number
  readonly raw: Buffer
  readonly flags: Set<string>
}
export interface ImapServer {
  readonly url: string
  /** Puts a mail in the mailbox; answers its number. */
  deliver(raw: Buffer | string): number
  readonly mails: readonly HeldMail[]
  /** The mailbox as another server would have it: the same mails under other numbers. */
  renumber(): void
  /** What is done in place of sending a mail out: the connection is cut off, say. */
  cut(act: ((socket: Socket) => void) | null): void
  /** How many whole mails were sent out. */
  readonly bodies: number
  close(): Promise<void>
}

/**
 * A real IMAP4rev1 server (RFC 3501) on a port of its own, with one user and one mailbox: as much of it as a program needs that
 * reads what is new and marks it as read.
 */
export async function openImap(user = 'suporte', password = 'senha do correio'): Promise<ImapServer> {
  const mails: HeldMail[] = []
  let act: ((socket: Socket) => void) | null = null
  const sockets = new Set<Socket>()
  let [next, validity, bodies] = [1, 1, 0]

  const among = (set: string, uid: boolean): readonly HeldMail[] =>
    mails.filter(({ uid: own }, at) => {
      const n = uid ? own : at + 1
      const last = uid ? (mails.at(-1)?.uid ?? 0) : mails.length
      return set.split(',').some(part => {
        const [from = 0, to = from] = part.split(':').map(end => (end === '*' ? last : Number(end)))
        return n >= Math.min(from, to) && n <= Math.max(from, to)
      })
    })

  function fetched(mail: HeldMail, wanted: string): Buffer {
    const parts: Buffer[] = []
    const say = (text: string) => parts.push(Buffer.from(`${parts.length ? ' ' : ''}${text}`, 'latin1'))
    say(`UID ${mail.uid}`)
    if (/\bFLAGS\b/i.test(wanted)) say(`FLAGS (${[...mail.flags].join(' ')})`)
    if (/RFC822\.SIZE/i.test(wanted)) say(`RFC822.SIZE ${mail.raw.length}`)
    if (/INTERNALDATE/i.test(wanted)) say('INTERNALDATE "25-Nov-2026 10:00:00 +0000"')
    const body = /BODY(?:\.PEEK)?\[(HEADER)?\](?:<(\d+)\.(\d+)>)?/i.exec(wanted)
    if (body) {
      const [, header, from, length] = body
      const end = mail.raw.indexOf('\r\n\r\n')
      const whole = header ? mail.raw.subarray(0, end < 0 ? undefined : end + 4) : mail.raw
      const part = from === undefined ? whole : whole.subarray(Number(from), Number(from) + Number(length))
      if (!header && (from === undefined || Number(from) === 0)) bodies++
      say(`BODY[${header ?? ''}]${from === undefined ? '' : `<${from}>`} {${part.length}}\r\n`)
      parts.push(part)
      if (!/PEEK/i.test(wanted)) mail.flags.add('\\Seen')
    }
    return Buffer.concat(parts)
  }

  const isFound = (mail: HeldMail, asked: string): boolean => {
    const either = /^OR (UNSEEN) UID (\S+)$/i.exec(asked) ?? /^OR (\S+) \(?UID (\S+?)\)?$/i.exec(asked)
    if (either) return !mail.flags.has('\\Seen') || among(either[2] ?? '', true).includes(mail)
    return /UNSEEN/i.test(asked) ? !mail.flags.has('\\Seen') : true
  }

  function answer(socket: Socket, tag: string, command: string, rest: string, isUid: boolean): void {
    const line = (text: string) => void socket.write(`${text}\r\n`)
    const ok = (text = 'done') => line(`${tag} OK ${text}`)
    const numbered = (mail: HeldMail) => mails.indexOf(mail) + 1
    switch (command) {
      case 'CAPABILITY':
        line('* CAPABILITY IMAP4rev1')
        return ok()
      case 'LOGIN':
        return rest === `${user} ${password}` ? ok('in') : line(`${tag} NO [AUTHENTICATIONFAILED] no`)
      case 'LIST':
      case 'LSUB':
        line(`* ${command} (\\HasNoChildren) "/" INBOX`)
        return ok()
      case 'SELECT':
      case 'EXAMINE':
        for (const each of [
          'FLAGS (\\Seen \\Deleted)',
          `${mails.length} EXISTS`,
          '0 RECENT',
          'OK [PERMANENTFLAGS (\\Seen \\Deleted)] kept',
          `OK [UIDVALIDITY ${validity}] valid`,
          `OK [UIDNEXT ${next}] next`,
        ])
          line(`* ${each}`)
        return ok('[READ-WRITE] open')
      case 'SEARCH':
        line(
          `* SEARCH ${mails
            .filter(mail => isFound(mail, rest))
            .map(mail => (isUid ? mail.uid : numbered(mail)))
            .join(' ')}`.trimEnd(),
        )
        return ok()
      case 'FETCH': {
        const [set = '', ...wanted] = rest.split(' ')
        for (const mail of among(set, isUid)) {
          socket.write(`* ${numbered(mail)} FETCH (`)
          socket.write(fetched(mail, wanted.join(' ')))
          socket.write(')\r\n')
        }
        return ok()
      }
      case 'STORE': {
        const [set = '', , ...flags] = rest.split(' ')
        for (const mail of among(set, isUid)) {
          for (const flag of flags.join(' ').replace(/[()]/g, '').split(' ')) mail.flags.add(flag)
          line(`* ${numbered(mail)} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))`)
        }
        return ok()
      }
      case 'LOGOUT':
        line('* BYE')
        ok()
        return void socket.end()
      case 'NOOP':
      case 'CLOSE':
        return ok()
      default:
        return line(`${tag} BAD what is ${command}?`)
    }
  }

  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Whoever is cut off is somebody of these tests.
    socket.on('error', () => undefined)
    socket.write('* OK ready\r\n')
    let held = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      held += text
      for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
        const [tag = '', first = '', ...rest] = held.slice(0, end).replaceAll('"', '').split(' ')
        held = held.slice(end + 2)
        const isUid = first.toUpperCase() === 'UID'
        const command = (isUid ? (rest.shift() ?? '') : first).toUpperCase()
        if (act && command === 'FETCH' && rest.join(' ').includes('BODY')) act(socket)
        else answer(socket, tag, command, rest.join(' '), isUid)
      }
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/INBOX`,
    mails,
    deliver: raw => {
      mails.push({ uid: next, raw: Buffer.isBuffer(raw) ? raw : Buffer.from(raw, 'utf8'), flags: new Set() })
      return next++
    },
    renumber: () => {
      validity++
      next += 100
      const again = mails.splice(0).map(mail => ({ ...mail, uid: next++ }))
      mails.push(...again)
    },
    cut: instead => void (act = instead),
    get bodies() {
      return bodies
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(closed => server.close(closed))
    },
  }
}
