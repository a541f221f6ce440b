import * as z from 'zod'
import { CommandFault, exits, misused } from './faults.server.ts'
import { presentConfig, printLine, withDatabase } from './present.server.ts'
import { createByOperator, linkByOperator, type OperatorAct } from '#features/people/auth/operator.server.ts'
import { resetFactorsByOperator } from '#features/people/factor/reset.server.ts'

interface PersonArguments {
  readonly act: string | undefined
  readonly email: string | undefined
  readonly name: string | undefined
  readonly profile: string | undefined
}

/** Creates a person, a link to choose a password, or removes lost second factors: for who cannot sign in to do it there. */
export async function personNow({ act, email, name, profile = 'administrador' }: PersonArguments): Promise<number> {
  if (act !== 'criar' && act !== 'senha' && act !== 'segundo-fator')
    throw misused(
      'Diga o que fazer: outorga usuario criar --nome NOME --email E-MAIL, outorga usuario senha --email E-MAIL, ou outorga usuario segundo-fator --email E-MAIL',
    )
  if (!z.email().safeParse(email).success || !email) throw misused('--email deve ser um e-mail.')
  if (act === 'criar' && !name?.trim()) throw misused('--nome diz o nome da pessoa.')
  const config = presentConfig()
  const line = await withDatabase(config, ({ kysely: db }) => {
    const operator = { db, config, now: new Date() }
    return actOn(act, operator, { name: (name ?? '').trim().slice(0, 255), email, profile }).catch((error: unknown) => {
      throw new CommandFault(exits.refused, error instanceof Error ? error.message : String(error), error)
    })
  })
  printLine(line)
  return exits.ok
}

/** Does it, and answers what to print. */
async function actOn(
  act: 'criar' | 'senha' | 'segundo-fator',
  operator: OperatorAct,
  person: Parameters<typeof createByOperator>[1],
): Promise<string> {
  if (act === 'segundo-fator') {
    await resetFactorsByOperator(operator, person.email)
    return `Segundo fator de ${person.email} removido, e as sessões encerradas. A pessoa entra com a senha e cadastra outro.`
  }
  const link = await (act === 'criar' ? createByOperator(operator, person) : linkByOperator(operator, person.email))
  return `Link para escolher a senha, que vale um dia e uma vez: ${link}`
}
