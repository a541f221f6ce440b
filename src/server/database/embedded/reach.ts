import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { superuser } from '#server/database/embedded/cluster.ts'
import { livingHolder } from '#server/database/embedded/lock.ts'
import { freeBytes } from '#server/database/embedded/space.ts'
import type { Server } from '#server/database/server.ts'

/** Lines of `postmaster.pid`, from 0 (miscadmin.h). */
const lines = { port: 3, socketFolder: 4, address: 5, status: 7 } as const

/**
 * The packaged PostgreSQL on this folder that another process of the product runs; undefined where none does. It is only used, and
 * goes on when the caller closes it. Throws, in Portuguese, while it is being started.
 */
export function reachEmbedded(path: string): Server | undefined {
  const holder = livingHolder(`${path}.lock`)
  if (holder === undefined) return undefined
  const folder = existsSync(path) ? join(realpathSync(path), 'cluster') : path
  const file = contentOf(folder, 'postmaster.pid')?.split('\n') ?? []
  const password = contentOf(folder, 'outorga.password')?.trim()
  if (file[lines.status]?.trim() !== 'ready' || !password)
    throw new Error(
      `O banco embutido está sendo aberto ou fechado pelo processo ${holder}. Tente de novo em instantes.`,
    )
  const host = file[lines.socketFolder]?.trim() || file[lines.address]?.trim() || '127.0.0.1'
  return {
    connection: { host, port: Number(file[lines.port]), user: superuser, password, database: superuser, max: 2 },
    exclusive: false,
    prove: async () => {},
    freeBytes: () => freeBytes(folder),
    // The process that runs it watches its disk.
    room: () => 'enough',
    stop: async () => {},
  }
}

function contentOf(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
