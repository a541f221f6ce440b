import * as z from 'zod'
import { CommandFault, exits, misused } from './faults.server.ts'
import { presentConfig, printLine, withDatabase } from './present.server.ts'
import { createByOperator, linkByOperator } from '#features/people/auth/operator.server.ts'

interface PersonArguments {
  readonly act: string | undefined
  readonly email: string | undefined
  readonly name: string | undefined
  readonly profile: string | undefined
}

/** Creates a person, or a link to choose a password: for who cannot sign in to do it there. */
export async function personNow({ act, email, name, profile = 'administrador' }: PersonArguments): Promise<number> {
  if (act !== 'criar' && act !== 'senha')
    throw misused(
      'Diga o que fazer: outorga usuario criar --nome NOME --email E-MAIL, ou outorga usuario senha --email E-MAIL',
    )
  if (!z.email().safeParse(email).success || !email) throw misused('--email deve ser um e-mail.')
  if (act === 'criar' && !name?.trim()) throw misused('--nome diz o nome da pessoa.')
  const config = presentConfig()
  const link = await withDatabase(config, async ({ kysely: db }) => {
    const operator = { db, config, now: new Date() }
    const made =
      act === 'criar'
        ? createByOperator(operator, { name: (name ?? '').trim().slice(0, 255), email, profile })
        : linkByOperator(operator, email)
    return made.catch((error: unknown) => {
      throw new CommandFault(exits.refused, error instanceof Error ? error.message : String(error), error)
    })
  })
  printLine(`Link para escolher a senha, que vale um dia e uma vez: ${link}`)
  return exits.ok
}
