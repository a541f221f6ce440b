import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One message as it came. */
export interface ReceivedMessage {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export type HookReceiver = Awaited<ReturnType<typeof openHookReceiver>>

/** A receiver of webhooks that stores what it is sent, and answers as the test wants. */
export async function openHookReceiver(port = 0) {
  const messages: ReceivedMessage[] = []
  const well = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(204).end()
  let answer: (request: IncomingMessage, response: ServerResponse) => void = well
  let server = make()
  function make() {
    return createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        messages.push({ path: request.url ?? '', headers, body: Buffer.concat(pieces).toString('utf8') })
        answer(request, response)
      })
    })
  }
  const listen = (at: number) => new Promise<void>(listening => server.listen(at, '127.0.0.1', listening))
  await listen(port)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port: taken } = server.address() as AddressInfo
  const down = () =>
    new Promise<void>(closed => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  return {
    host: `127.0.0.1:${taken}`,
    url: `http://127.0.0.1:${taken}/avisos`,
    messages,
    /** Absent: 204 to all. */
    answerWith: (given?: typeof answer) => void (answer = given ?? well),
    forget: () => void (messages.length = 0),
    down,
    up: async () => {
      server = make()
      await listen(taken)
    },
    close: down,
  }
}
