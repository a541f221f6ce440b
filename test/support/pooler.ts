import { createServer, type Socket } from 'node:net'
import { dialer, throughPort } from './wire.ts'

/** A pooler in front of a PostgreSQL, as PgBouncer is one. */
export interface Pooler {
  /** The address of this database through it. */
  readonly url: (database: string) => string
  close(): Promise<void>
}

type PoolMode = 'session' | 'transaction'

/**
 * Messages pass as they are (https://www.postgresql.org/docs/17/protocol-message-formats.html). In session mode a client has one server
 * connection; in transaction mode one for each transaction, the one used last first, as PgBouncer gives them out. Each client signs in
 * by itself, and the connection it signed in by is shared from then on.
 */
export async function startPooler(server: string, mode: PoolMode): Promise<Pooler> {
  const dial = dialer(server)
  const sockets = new Set<Socket>()
  const idle: Backend[] = []
  const waiting: ((backend: Backend) => void)[] = []
  const giveBack = (backend: Backend) => {
    const next = waiting.shift()
    if (next) next(backend)
    else idle.push(backend)
  }

  const listening = createServer(client => {
    const first = new Backend(dial())
    let backend: Backend | undefined = first
    let parts: Buffer[] = []
    for (const socket of [client, first.socket]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    const take = (taken: Backend) => {
      backend = taken
      taken.receive = (message, isIdle) => {
        client.write(message)
        if (!isIdle || mode === 'session') return
        backend = undefined
        giveBack(taken)
      }
      for (const part of parts) taken.socket.write(part)
      parts = []
    }
    take(first)
    client.on('data', data => {
      // Goodbye ends the client, not the connection others use.
      if (data[0] === 0x58) return client.end()
      if (backend) return backend.socket.write(data)
      parts.push(data)
      if (parts.length > 1) return
      const free = idle.pop()
      if (free) take(free)
      else waiting.push(take)
    })
    client.on('close', () => mode === 'session' && first.socket.destroy())
  })
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  const own = listening.address()
  return {
    url: database => throughPort(server, typeof own === 'object' && own ? own.port : 0, database),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => listening.close(resolve))
    },
  }
}

/** A connection to the server, whose answers go to the client that has it now, message by message. */
class Backend {
  readonly socket: Socket
  receive: (message: Buffer, isIdle: boolean) => void = () => {}
  #rest = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', data => {
      this.#rest = Buffer.concat([this.#rest, data])
      while (this.#rest.length >= 5) {
        const end = 1 + this.#rest.readUInt32BE(1)
        if (this.#rest.length < end) return
        const message = this.#rest.subarray(0, end)
        this.#rest = this.#rest.subarray(end)
        this.receive(message, message[0] === 0x5a && message[5] === 0x49)
      }
    })
  }
}
