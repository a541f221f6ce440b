import type { Pool } from 'pg'
import type { Tuning } from '#server/database/database.ts'
import type { Server } from '#server/database/server.ts'
import { sessionComplaint } from '#server/database/session.ts'
import { WrongSettings } from '#server/environment.ts'

const oldest = 15

/** The PostgreSQL at this address, which others may use too. */
export const remoteServer = (url: string): Server => ({
  connection: { connectionString: url },
  exclusive: false,
  prove: async (pool, tuning) => {
    const sentence = (why: string) => `Não foi possível usar o PostgreSQL de DATABASE_URL: ${why}`
    const complaint = await complaintOf(pool, tuning).catch((cause: unknown) => {
      const isRefused = /^(28|3D)/.test(String(Object(cause).code))
      throw new (isRefused ? WrongSettings : Error)(sentence(messageOf(cause)), { cause })
    })
    if (complaint) throw new WrongSettings(sentence(complaint))
  },
  freeBytes: () => null,
  room: () => 'enough',
  stop: async () => {},
})

const complaintOf = async (pool: Pool, tuning: Tuning) =>
  unfit(await factsOf(pool)) ?? (await sessionComplaint(pool, tuning))

/** `version` as in `server_version_num`: 150004. */
interface Facts {
  readonly version: number
  readonly encoding: string
}

async function factsOf(pool: Pool): Promise<Facts> {
  const { rows } = await pool.query<Facts>(
    `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`,
  )
  return rows[0] ?? { version: 0, encoding: '' }
}

/** Explains to the installer why this server cannot be used. */
export function unfit({ version, encoding }: Facts): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major < oldest) return `o servidor é a versão ${major}, e o Outorga precisa da ${oldest} ou mais nova.`
  if (encoding !== 'UTF8') return `o banco usa a codificação ${encoding}, e o Outorga precisa de UTF8.`
  return undefined
}

/** A refused connection to a name of several addresses comes as many errors and no message. */
const messageOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
