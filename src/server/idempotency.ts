import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { forget } from '#server/chores/forget.ts'
import { sendAlong, sendNow } from '#server/database/driver.ts'
import { Answer, LastAnswer, type Ctx, type Sql } from '#server/operation.ts'

interface KeptAnswer {
  readonly fingerprint: string
  readonly status: number | null
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>> | null
}

/**
 * Runs a creation once per `Idempotency-Key`, user and route, for 24 hours: the same key and body get the first answer.
 * The key is taken inside the write's own transaction, so a failure keeps nothing and a twin request waits for the first.
 */
export async function once(
  ctx: Ctx,
  route: string,
  body: unknown,
  run: () => Promise<Answer | LastAnswer>,
): Promise<Answer | LastAnswer> {
  const key = ctx.request.headers['idempotency-key']
  if (key === undefined) return run()
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid({ 'Idempotency-Key': 'Use de 1 a 200 caracteres visíveis, sem espaços.' })
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')

  const taken = await sql`
    insert into idempotency_keys (user_id, route, key, fingerprint) values (${ctx.user.id}, ${route}, ${key}, ${fingerprint})
    on conflict (user_id, route, key) do nothing`.execute(ctx.sql)
  if (!taken.numAffectedRows) return replay(ctx, route, key, fingerprint)

  const found = await run()
  if (found instanceof LastAnswer) await sendNow(ctx.sql)
  const answer = found instanceof LastAnswer ? found.made() : found
  await sendAlong(
    ctx.sql,
    sql`
    update idempotency_keys set status = ${answer.status}, body = ${JSON.stringify(answer.body)}::jsonb, headers = ${JSON.stringify(answer.headers)}::jsonb
    where user_id = ${ctx.user.id} and route = ${route} and key = ${key}`,
  )
  return answer
}

async function replay(ctx: Ctx, route: string, key: string, fingerprint: string): Promise<Answer> {
  const { rows } = await sql<KeptAnswer>`
    select fingerprint, status, body, headers from idempotency_keys where user_id = ${ctx.user.id} and route = ${route} and key = ${key}`.execute(
    ctx.sql,
  )
  const [kept] = rows
  if (kept?.status == null) throw problem('unavailable')
  if (kept.fingerprint !== fingerprint)
    throw invalid({ 'Idempotency-Key': 'Esta chave já foi usada com outro conteúdo.' })
  return new Answer(kept.status, kept.body, { ...kept.headers, 'Idempotency-Replayed': 'true' })
}

/** Forgets the answers that have served their 24 hours. */
export const forgetAnswers = (db: Sql) => forget(db, 'idempotency_keys', sql`created_at < now() - interval '24 hours'`)
