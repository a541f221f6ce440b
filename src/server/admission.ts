import type { FastifyRequest } from 'fastify'
import { accountDutyOf, anonymousUser, can, confinedMay, isStaff, programMay, type User } from '#kernel/access.ts'
import type { ProofLevel } from '#kernel/call.ts'
import { ownPath, securityPath } from '#kernel/guard.ts'
import { problem } from '#kernel/problem.ts'
import { seenAs, type Caller, type House } from '#server/house.ts'
import type { AnyOperation } from '#server/operation.ts'

/** The owner of the request's token. */
export type CallerOf = (request: FastifyRequest) => Promise<Caller | null>

const onlySeen = 'Você está vendo como o cliente vê: nada pode ser alterado. Saia da visão do cliente para agir.'

const onlyRead = 'O token de um só cliente lê e não altera nada.'

/**
 * Who may go on, by the headers alone: what a stranger sends is refused before its body is read. Throws the only 401 and the
 * only 403 of the API, and a 415.
 */
export async function admit(
  house: House,
  operation: AnyOperation,
  request: FastifyRequest,
  callerOf: CallerOf,
): Promise<Caller> {
  const caller =
    operation.access === 'public' ? await visit(house, operation, request) : knock(operation, await callerOf(request))
  refuseMedia(operation, request)
  return caller
}

/** Who comes by a public route: nobody, or whose private link it is. */
async function visit({ database }: House, { caller, method }: AnyOperation, request: FastifyRequest): Promise<Caller> {
  if (method !== 'GET' && request.headers[seenAs] !== undefined) throw problem('forbidden', onlySeen)
  const user = caller ? await caller(database.kysely, request.params) : anonymousUser
  if (!user) throw problem('missing', 'Endereço não encontrado.')
  return { user, session_id: 0 }
}

function knock(operation: AnyOperation, caller: Caller | null): Caller {
  if (!caller) throw problem('unauthenticated', { route: '/account/login' })
  const { user } = caller
  const reads = operation.method === 'GET'
  if (user.token && operation.access === 'session' && !programMay(operation.id))
    throw problem('forbidden', 'Isto é só da própria pessoa: um token não faz.')
  if (user.seen && !(operation.asOther ?? reads))
    throw problem('forbidden', reads ? 'Isto é só da própria pessoa.' : user.token ? onlyRead : onlySeen)
  refuseBeforeDuty(user, operation)
  const isTheirs = can(user, operation.id) && (!operation.staffOnly || isStaff(user))
  if (operation.access === 'permission' && !isTheirs) throw problem('forbidden')
  if (operation.proof) refuseUnproven(caller, operation.proof)
  return caller
}

function refuseBeforeDuty(user: User, { id }: AnyOperation) {
  const duty = accountDutyOf(user)
  if (duty === null || confinedMay(duty, id)) return
  throw duty === 'password'
    ? problem('forbidden', { message: 'Defina uma nova senha antes de continuar.', route: ownPath(user) })
    : problem('forbidden', { message: 'Cadastre um segundo fator antes de continuar.', route: securityPath })
}

/**
 * Refuses who did not prove a short while ago who they are: somebody else may sit at their computer by now. The interface asks
 * for the proof and sends the request again. For handlers whose request is guarded only sometimes; else it is declared.
 */
export function refuseUnproven({ proof }: Pick<Caller, 'proof'>, level: ProofLevel = 'any') {
  if (!proof?.[level]) throw problem('unproven', { data: { proof: level } })
}

/** Each operation takes JSON, or what it says it takes; the parsers themselves are everyone's. */
function refuseMedia({ media = ['application/json'] }: AnyOperation, { headers }: FastifyRequest) {
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (given && !media.includes(given)) throw problem('media')
}
