import type { FastifyRequest } from 'fastify'
import { companyOf, type User } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { fieldErrors } from '#kernel/schema.ts'
import type { Caller, House } from '#server/house.ts'
import { contextOf } from '#server/context.ts'
import { isReadOnlyRefusal, isStalePlan } from '#server/database/errors.ts'
import { isRepeated } from '#server/duplicate.ts'
import { once } from '#server/idempotency.ts'
import { Answer, LastAnswer, type AnyOperation, type RequestFacts, type Sql } from '#server/operation.ts'

type Check = AnyOperation['body']

/** Checks what came, opens the write's one transaction, calls the handler, and runs what was left for after the commit. */
export async function answerTo(
  opened: House,
  operation: AnyOperation,
  caller: Caller,
  request: FastifyRequest,
): Promise<Answer> {
  const house = hasReserve(operation) ? onReserve(opened) : opened
  const { user } = caller
  const input = {
    params: checked(operation.params, request.params),
    query: checked(operation.query, request.query),
    body: operation.body || operation.media ? checked(operation.body, request.body ?? {}) : undefined,
  }
  const writes = operation.method !== 'GET'
  if (writes) refuseOtherCompany(user, request)

  const facts = factsOf(request)
  const effects: (() => Promise<void>)[] = []
  const run = async (sql: Sql) => {
    const ctx = contextOf(house, caller, facts, sql, effects)
    const handle = async () => {
      const answer = await operation.handle(ctx, input)
      return answer instanceof Answer || answer instanceof LastAnswer ? answer : new Answer(200, answer)
    }
    return operation.method === 'POST' && user.id && operation.transaction !== 'own'
      ? once(
          ctx,
          operation.id,
          [request.url, request.body instanceof Buffer ? request.body.toString('base64') : request.body],
          handle,
        )
      : handle()
  }
  const { kysely } = house.database
  const runOnce = () => (writes && operation.transaction !== 'own' ? kysely.transaction().execute(run) : run(kysely))
  const found = await runOnce()
    .catch((thrown: unknown) => {
      // A migration changed a table meanwhile. Nothing was committed, and what opens its own transactions may have done a part.
      if (!isStalePlan(thrown) || (writes && operation.transaction === 'own')) throw thrown
      effects.length = 0
      return runOnce()
    })
    .catch(async (thrown: unknown) => {
      if (isReadOnlyRefusal(thrown)) throw await refusedWrite(house, thrown)
      throw isRepeated(thrown)
        ? await contextOf(house, caller, facts, kysely, []).problemOf(thrown, input.body)
        : thrown
    })
  const answer = found instanceof LastAnswer ? found.made() : found
  for (const effect of effects)
    await effect().catch((err: unknown) => request.log.error({ err }, 'an effect after the commit failed'))
  return answer
}

/** Signing in and out, and deleting, go on while the disk has room for little more. */
const hasReserve = ({ method, urgent }: AnyOperation) => urgent ?? method === 'DELETE'
function onReserve(house: House): House {
  const kysely = house.database.reserve()
  return kysely ? { ...house, database: { ...house.database, kysely } } : house
}

/** A standby is promoted within moments, and who was promoted meanwhile takes the write now; a full disk stays full. */
async function refusedWrite({ database }: House, thrown: unknown): Promise<unknown> {
  const health = await database.health().catch(() => null)
  return !health || health.recovering || health.writable
    ? problem('unavailable', { retryAfter: 2, message: switching, cause: thrown })
    : thrown
}
const switching = 'O banco de dados está trocando de servidor. Tente de novo em instantes.'

function checked(check: Check, given: unknown): unknown {
  if (!check) return given
  const result = check.safeParse(given)
  if (result.success) return result.data
  throw invalid(fieldErrors(result.error))
}

/** A write carries the company its screen was drawn for; another tab may have changed it since. */
function refuseOtherCompany(user: User, { headers }: FastifyRequest) {
  const drawnFor = headers['x-empresa']
  if (drawnFor === undefined) return
  if (String(companyOf(user) ?? 'todos') !== drawnFor)
    throw problem('conflict', 'A empresa em visualização mudou em outra aba. Recarregue a página antes de salvar.')
}

const factsOf = ({ id, ip, headers }: FastifyRequest): RequestFacts => ({
  id,
  ip,
  agent: headers['user-agent']?.slice(0, 300) ?? '',
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  ),
})
