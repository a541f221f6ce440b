import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { Sql } from '#server/operation.ts'
import { getJson } from '#parts/asked/json.server.ts'
import { exchange, Unanswered } from '#server/outbound.ts'

/** A service that knows the answer: where it is asked, how often it may be, and how it is read. */
export interface RegistrySource<T> {
  readonly url: URL
  /** Questions a minute. */
  readonly rate: number
  /** The answer; 'missing' when it says there is no such thing, null when it cannot be understood. */
  readonly read: (body: unknown) => T | 'missing' | null
}
/** An answer, and when it was given, ISO 8601. */
export interface DatedAnswer<T> {
  readonly answer: T
  readonly at: string
}

const freshFor = '30 days'
const asked = new Map<string, number[]>()

/** Is there room for one more question this minute? */
function mayAsk({ url, rate }: Pick<RegistrySource<unknown>, 'url' | 'rate'>, now: number): boolean {
  const recent = (asked.get(url.host) ?? []).filter(at => at > now - 60_000)
  asked.set(url.host, recent)
  if (recent.length >= rate) return false
  recent.push(now)
  return true
}

interface RegistryQuestion<T> {
  /** 'cnpj', 'cep': with the key, what the answer is kept under. */
  readonly kind: string
  readonly key: string
  readonly sources: readonly RegistrySource<T>[]
  /** 'A consulta de CNPJ', and where it is switched on. */
  readonly called: string
  readonly setting: string
  readonly missing: string
  /** What whoever asked may do without the answer: 'Preencha à mão'. */
  readonly instead: string
}

/**
 * What is known already, else what the first service that answers says, kept for thirty days. When none answers, what was
 * known before that; else a problem in one sentence, for the reader to fill in by hand.
 */
export async function ask<T extends object>(db: Sql, question: RegistryQuestion<T>): Promise<DatedAnswer<T>> {
  const { kind, key, sources, called, setting, missing, instead } = question
  const kept = await keptAnswer<T>(db, kind, key)
  if (kept?.fresh) return kept
  let limited = false
  for (const source of sources) {
    if (!mayAsk(source, Date.now())) {
      limited = true
      continue
    }
    const answer = await answerOf(source)
    if (answer === 'missing') throw problem('missing', missing)
    if (answer) return keep(db, kind, key, answer)
  }
  if (kept) return kept
  if (!sources.length) throw problem('outside', `${called} está desligada (${setting}). ${instead}.`)
  throw limited
    ? problem('throttled', {
        message: `${called} chegou ao limite por minuto. ${instead}, ou tente em um minuto.`,
        retryAfter: 60,
      })
    : problem('outside', `${called} não respondeu. ${instead}, ou tente mais tarde.`)
}

async function answerOf<T>({ url, read }: RegistrySource<T>): Promise<T | 'missing' | null> {
  try {
    const { status, body } = await getJson(url, exchange)
    if (status === 404) return 'missing'
    return status === 200 ? read(body) : null
  } catch (error) {
    if (error instanceof Unanswered) return null
    throw error
  }
}

async function keptAnswer<T>(db: Sql, kind: string, key: string) {
  const { rows } = await sql<DatedAnswer<T> & { fresh: boolean }>`
    select answer, at, at > now() - ${freshFor}::interval as fresh from registry_answers where kind = ${kind} and key = ${key}`.execute(
    db,
  )
  return rows[0]
}

async function keep<T extends object>(db: Sql, kind: string, key: string, answer: T): Promise<DatedAnswer<T>> {
  const { rows } = await sql<DatedAnswer<T>>`
    insert into registry_answers (kind, key, answer) values (${kind}, ${key}, ${JSON.stringify(answer)}::jsonb)
    on conflict (kind, key) do update set answer = excluded.answer, at = now() returning answer, at`.execute(db)
  const [told] = rows
  if (!told) throw problem('internal')
  return told
}
