import { SMTPServer } from 'smtp-server'

export interface Heard {
  readonly to: string
  readonly messageId: string
  readonly text: string
}

/**
 * A real SMTP server on a port of its own, which comes and goes, and answers each message with the next of `replies`, or takes
 * it; `slow` milliseconds after it has it.
 */
export async function openSmtp(slow = 0) {
  const heard: Heard[] = []
  const replies: number[] = []
  let server: SMTPServer | null = null
  let port = 0
  const serve = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('latin1')
          const text = unquoted(raw)
          const code = replies.shift()
          if (code !== undefined) return done(Object.assign(new Error('not now'), { responseCode: code }))
          heard.push({
            to: envelope.rcptTo.map(({ address }) => address).join(),
            // Of the raw headers: an encoded subject ends as a line that goes on.
            messageId: /^Message-ID:\s+(\S+)/im.exec(raw)?.[1] ?? '',
            text,
          })
          setTimeout(done, slow)
        })
      },
    })
  const up = async () => {
    const next = serve()
    // Whoever is cut off is somebody of these tests.
    next.on('error', () => {})
    await new Promise<void>(ready => next.listen(port, '127.0.0.1', ready))
    const address = next.server.address()
    port = typeof address === 'object' && address ? address.port : port
    server = next
  }
  const down = async () => {
    const last = server
    server = null
    if (last) await new Promise<void>(closed => last.close(closed))
  }
  await up()
  return { heard, replies, up, down, url: `smtp://127.0.0.1:${port}` }
}

/** Quoted-printable back to text. */
const unquoted = (message: string) =>
  Buffer.from(
    message
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()
