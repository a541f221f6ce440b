import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freshFolder } from './databases.ts'

/** A service that speaks S3, in a process of its own. */
export interface BucketService {
  readonly port: number
  /** Settings of an installation with an empty bucket, reached on this port. */
  readonly env: (bucket: string, port?: number) => Readonly<Record<string, string>>
  close(): void
}

/** Starts the service with these buckets. It knows one key, that of its documentation. */
export async function startBuckets(...buckets: readonly string[]): Promise<BucketService> {
  const folder = freshFolder()
  for (const bucket of buckets) mkdirSync(join(folder, bucket))
  const program = [
    // The rest of a long list is named by a cipher that OpenSSL 3 has among its old ones.
    '--openssl-legacy-provider',
    'node_modules/s3rver/bin/s3rver.js',
    '--silent',
    '--no-vhost-buckets',
    '--address=127.0.0.1',
    '--port=0',
    `--directory=${folder}`,
  ]
  const server = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'ignore'] })
  const port = await new Promise<number>((resolve, reject) => {
    server.on('exit', () => reject(new Error('the service of buckets ended')))
    createInterface(server.stdout).on('line', line => {
      const found = /:(\d+)$/.exec(line.trim())?.[1]
      if (found) resolve(Number(found))
    })
  })
  return {
    port,
    env: (bucket, at = port) => ({
      OUTORGA_FILES: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${at}`,
      S3_BUCKET: bucket,
      S3_PREFIX: 'outorga',
      S3_PATH_STYLE: '1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    close: () => {
      server.removeAllListeners('exit')
      server.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A link to a port, which a test cuts or silences. */
export interface Link {
  readonly port: number
  /** From now on a connection is cut after so many bytes to the server, or from it. */
  cutAfter(bytes: { readonly sent?: number; readonly received?: number }): void
  /** From now on nothing passes, and nothing is closed. */
  silence(): void
  /** All passes again. */
  heal(): void
  close(): Promise<void>
}

export async function startLink(to: number): Promise<Link> {
  let limits: { readonly sent: number; readonly received: number } | 'silent' = { sent: Infinity, received: Infinity }
  const sockets = new Set<Socket>()
  const listening = createServer(client => {
    const server = connect(to, '127.0.0.1')
    const passed = { sent: 0, received: 0 }
    const pass = (from: Socket, other: Socket, way: 'sent' | 'received') => {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        other.destroy()
      })
      from.on('data', bytes => {
        if (limits === 'silent') return
        passed[way] += bytes.length
        const over = passed[way] - limits[way]
        other.write(over > 0 ? bytes.subarray(0, Math.max(0, bytes.length - over)) : bytes, () => {
          if (over > 0) from.destroy()
        })
      })
    }
    pass(client, server, 'sent')
    pass(server, client, 'received')
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutAfter: ({ sent = Infinity, received = Infinity }) => {
      limits = { sent, received }
    },
    silence: () => {
      limits = 'silent'
    },
    heal: () => {
      limits = { sent: Infinity, received: Infinity }
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listening.close()
      await once(listening, 'close')
    },
  }
}
