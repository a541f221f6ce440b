import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database } from '#server/database/database.ts'

/** Milliseconds the data folder's last probe is believed, and a probe may take. */
const probe = { believed: 5_000, patience: 2_000 }

interface Readiness {
  /** Reasons, for operators, why this server should receive no requests; empty when it may. */
  readonly motivos: readonly string[]
  readonly banco: { readonly ms: number; readonly conexoes: object } | null
  readonly pasta: { readonly livres: number } | null
}

/** What is needed to serve a request: a database that answers and writes, and a data folder with room that can be written to. */
export function openReadiness(config: Pick<Config, 'OUTORGA_DATA_DIR'>, database: Database): () => Promise<Readiness> {
  const folder = resolve(config.OUTORGA_DATA_DIR)
  let last: { readonly at: number; readonly seen: ReturnType<typeof probeFolder> } | undefined
  return async () => {
    const now = performance.now()
    if (!last || now - last.at > probe.believed) last = { at: now, seen: inTime(probeFolder(folder)) }
    const [pasta, health] = await Promise.allSettled([last.seen, database.health()])
    const motivos = [
      ...(health.status === 'rejected' ? ['O banco de dados não responde.'] : []),
      ...(health.status === 'fulfilled' && !health.value.writable
        ? ['O banco de dados só aceita leituras, ou está sem espaço em disco.']
        : []),
      ...(pasta.status === 'rejected' ? [`A pasta de dados não aceita gravações (${codeOf(pasta.reason)}).`] : []),
      ...(pasta.status === 'fulfilled' && pasta.value.livres < tuning.freeFloor
        ? ['A pasta de dados está sem espaço em disco.']
        : []),
    ]
    return {
      motivos,
      banco:
        health.status === 'fulfilled'
          ? { ms: Math.round(health.value.milliseconds * 10) / 10, conexoes: health.value.connections }
          : null,
      pasta: pasta.status === 'fulfilled' ? pasta.value : null,
    }
  }
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
    throw new Error(`Configuração inválida:\n  - OUTORGA_DATA_DIR ${why}: ${folder}`, { cause })
  }
  return folder
}

async function probeFolder(folder: string): Promise<{ readonly livres: number }> {
  const file = probeIn(folder)
  await writeFile(file, 'ok').finally(() => rm(file, { force: true }))
  const { bavail, bsize } = await statfs(folder)
  return { livres: bavail * bsize }
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
