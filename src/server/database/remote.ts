import type { Pool } from 'pg'
import type { Server } from '#server/database/server.ts'
import { sessionComplaint } from '#server/database/session.ts'

const oldest = 15

/** The PostgreSQL at this address, which others may use too. */
export const remoteServer = (url: string): Server => ({
  connection: { connectionString: url },
  exclusive: false,
  prove: async (pool, tuning) => {
    try {
      const complaint = unfit(await factsOf(pool)) ?? (await sessionComplaint(pool, tuning))
      if (complaint) throw new Error(complaint)
    } catch (cause) {
      throw new Error(`Não foi possível usar o PostgreSQL de DATABASE_URL: ${messageOf(cause)}`, { cause })
    }
  },
  freeBytes: () => null,
  stop: async () => {},
})

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
