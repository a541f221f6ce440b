import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A house outside that makes one thing of each key: POST makes it, GET tells whether it is there. */
export type HouseOutside = Awaited<ReturnType<typeof openHouseOutside>>

export async function openHouseOutside(port = 0) {
  const made: string[] = []
  const heard: string[] = []
  let status: number | null = null
  const handle: Parameters<typeof createServer>[1] = (request, response) => {
    const key = request.url?.split('/').at(-1) ?? ''
    heard.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => {
      if (status !== null) return response.writeHead(status).end('{}')
      if (request.method !== 'POST') return response.writeHead(made.includes(key) ? 200 : 404).end('{}')
      made.push(key)
      return response.writeHead(201).end('{}')
    })
  }
  let server = createServer(handle)
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
    url: new URL(`http://127.0.0.1:${taken}/`),
    /** Keys of what was made, each as often as it was. */
    made: () => [...made],
    heard,
    forget: () => {
      made.length = heard.length = 0
      status = null
    },
    /** Answers this status to all, and makes nothing; null: as it should. */
    answerWith: (given: number | null) => void (status = given),
    down,
    up: async () => {
      server = createServer(handle)
      await listen(taken)
    },
    close: down,
  }
}
