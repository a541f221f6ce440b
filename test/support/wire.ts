import { connect, createServer, type Socket } from 'node:net'

/** A line to a PostgreSQL that can be cut, go silent, or lead to another one. */
export interface Wire {
  /** The address of the same database through it. */
  readonly url: string
  /** From now on nothing passes, and nobody is told: a cable was pulled. */
  silence(): void
  /** What waited passes. */
  speak(): void
  /** Where connections lead from now on; those there are end. */
  lead(server: string): void
  close(): Promise<void>
}

/** Opens connections to the server of an address, by its socket or its port. */
export function dialer(server: string): () => Socket {
  const { searchParams, port, hostname } = new URL(server)
  const folder = searchParams.get('host')
  return () => (folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname || '127.0.0.1'))
}

/** The same address, at this port of this machine. */
export function throughPort(server: string, port: number, database?: string): string {
  const url = new URL(server)
  url.host = `127.0.0.1:${port}`
  url.search = ''
  if (database !== undefined) url.pathname = `/${database}`
  return url.href
}

export async function startWire(server: string): Promise<Wire> {
  let dial = dialer(server)
  let isSilent = false
  const pairs = new Set<readonly [Socket, Socket]>()
  const listening = createServer(client => {
    const dialed = dial()
    const pair = [client, dialed] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [dialed, client] as const]) {
      one.on('error', () => {})
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      one.pipe(other)
      if (isSilent) one.unpipe(other).pause()
    }
  })
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  const own = listening.address()
  const cut = () => pairs.forEach(([one]) => one.destroy())
  return {
    url: throughPort(server, typeof own === 'object' && own ? own.port : 0),
    silence: () => {
      isSilent = true
      for (const [one, other] of pairs) {
        one.unpipe(other).pause()
        other.unpipe(one).pause()
      }
    },
    speak: () => {
      isSilent = false
      for (const [one, other] of pairs) {
        one.pipe(other)
        other.pipe(one)
      }
    },
    lead: to => {
      dial = dialer(to)
      cut()
    },
    close: async () => {
      cut()
      await new Promise(resolve => listening.close(resolve))
    },
  }
}
