import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database, type Health } from '#server/database/database.ts'
import { WrongSettings } from '#server/environment.ts'

/** Milliseconds the data folder's last probe is believed, and a probe may take: the whole is answered within two seconds. */
const probe = { believed: 5_000, patience: 1_500 }

/** Whether this server reads and writes, and why not. */
export interface Readiness {
  /** Whether this server should receive requests at all: it can read. */
  readonly serve: boolean
  /** Whether it takes writes too. */
  readonly grava: boolean
  /** Reasons, for operators, why one of them is false. */
  readonly motivos: readonly string[]
  readonly banco: { readonly ms: number; readonly conexoes: object } | null
  readonly pasta: { readonly livres: number } | null
}

/** What is needed to serve a request: a database that answers and a data folder that can be read; to write, room in both. */
export function openReadiness(config: Pick<Config, 'OUTORGA_DATA_DIR'>, database: Database): () => Promise<Readiness> {
  const folder = resolve(config.OUTORGA_DATA_DIR)
  let last: { readonly at: number; readonly seen: ReturnType<typeof probeFolder> } | undefined
  let asking: ReturnType<Database['health']> | undefined
  return async () => {
    const now = performance.now()
    if (!last || now - last.at > probe.believed) last = { at: now, seen: inTime(probeFolder(folder)) }
    // Of many who ask a database that is silent one waits: each would take a connection.
    asking ??= database.health().finally(() => (asking = undefined))
    const [pasta, health] = await Promise.allSettled([last.seen, inTime(asking)])
    const inFolder = folderTrouble(pasta)
    const unread = [...(health.status === 'rejected' ? ['O banco de dados não responde.'] : []), ...inFolder.unread]
    const unwritten = [
      ...(health.status === 'fulfilled' && !health.value.writable ? [readOnlyReason(health.value)] : []),
      ...inFolder.unwritten,
    ]
    return {
      serve: !unread.length,
      grava: !unread.length && !unwritten.length,
      motivos: [...unread, ...unwritten],
      banco:
        health.status === 'fulfilled'
          ? { ms: Math.round(health.value.milliseconds * 10) / 10, conexoes: health.value.connections }
          : null,
      pasta: pasta.status === 'fulfilled' && pasta.value.trouble === null ? { livres: pasta.value.livres } : null,
    }
  }
}

const readOnlyReason = ({ recovering }: Health) =>
  recovering
    ? 'O banco de dados é uma cópia que ainda não assumiu: só aceita leituras.'
    : 'O banco de dados só aceita leituras, ou está sem espaço em disco.'

/** What keeps the folder from being read, and from being written to. */
function folderTrouble(pasta: PromiseSettledResult<FolderState>) {
  if (pasta.status === 'rejected')
    return { unread: [`A pasta de dados não responde (${codeOf(pasta.reason)}).`], unwritten: [] }
  const { trouble, livres } = pasta.value
  if (trouble !== null) return { unread: [], unwritten: [`A pasta de dados não aceita gravações (${trouble}).`] }
  return { unread: [], unwritten: livres < tuning.freeFloor ? ['A pasta de dados está sem espaço em disco.'] : [] }
}

/** Makes the data folder if it is not there. Throws, in Portuguese, when nothing can be written to it. */
export function openDataFolder(setting: string): string {
  const folder = resolve(setting)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = probeIn(folder)
    writeFileSync(file, '')
    rmSync(file)
  } catch (cause) {
    const why = codeOf(cause) === 'EEXIST' ? 'não é uma pasta' : `não aceita gravações (${codeOf(cause)})`
    throw new WrongSettings(`Configuração inválida:\n  - OUTORGA_DATA_DIR ${why}: ${folder}`, { cause })
  }
  return folder
}

interface FolderState {
  readonly livres: number
  /** Why nothing can be written, by the system's code; null where something can. */
  readonly trouble: string | null
}

/** Rejects where the folder cannot be read. */
async function probeFolder(folder: string): Promise<FolderState> {
  const { bavail, bsize } = await statfs(folder)
  const file = probeIn(folder)
  const trouble = await writeFile(file, 'ok').then(() => null, codeOf)
  await rm(file, { force: true }).catch(() => {})
  return { livres: bavail * bsize, trouble }
}

const probeIn = (folder: string) => join(folder, `.gravavel-${randomUUID()}`)

/** Rejects when a disk hangs, so that the answer does not hang. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), probe.patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
