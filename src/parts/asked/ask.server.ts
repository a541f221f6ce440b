import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { capital } from '#kernel/text.ts'
import type { IntegrationKey } from '#parts/integration/integration.ts'
import { recordTalk, type TalkAsker, type PastTalk } from '#parts/integration/record.server.ts'
import { talkTo, wordsOfTrouble, type TalkRecord } from '#parts/integration/talk.server.ts'
import type { Sql } from '#server/operation.ts'
import { getJson } from '#parts/asked/json.server.ts'
import { mayAsk } from '#parts/asked/pace.server.ts'
import { Unanswered } from '#server/outbound.ts'

/** A service that can answer has an address, a rate limit and a parser. */
export interface RegistrySource<T> {
  readonly integration: IntegrationKey
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

interface RegistryQuestion<T> {
  /** With the key, it identifies the stored answer: 'cnpj', 'cep'. */
  readonly kind: string
  readonly key: string
  /** The request is for this client. */
  readonly client_id?: number | null
  readonly sources: readonly RegistrySource<T>[]
  /** 'A consulta de CNPJ', and where it is switched on. */
  readonly called: string
  readonly setting: string
  readonly missing: string
  /** What the user may do without the answer: 'Preencha à mão'. */
  readonly instead: string
}

/**
 * Answers from the store, else from the first service that answers, and stores that for thirty days. When none answers, an
 * older stored answer is used; else it throws a problem in one sentence, for the reader to fill in by hand.
 */
export async function ask<T extends object>(asker: TalkAsker, question: RegistryQuestion<T>): Promise<DatedAnswer<T>> {
  const { kind, key, sources, called, setting, missing, instead, client_id = null } = question
  const { sql: db } = asker
  const kept = await keptAnswer<T>(db, kind, key)
  if (kept?.fresh) return kept
  let limited = false
  for (const source of sources) {
    if (!(await mayAsk(db, source.url.host, source.rate))) {
      limited = true
      continue
    }
    const answer = await answerOf(source, what =>
      recordTalk(asker, { name: `${capital(called.replace(/^A /, ''))}: ${key}`, client_id, ...what }),
    )
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

/** What the service says, with a line written down of how that went. */
async function answerOf<T>(
  { integration, url, read }: RegistrySource<T>,
  record: (what: Pick<PastTalk, 'integration' | 'ok' | 'note' | 'said'>) => void,
): Promise<T | 'missing' | null> {
  let said: TalkRecord | undefined
  const note = (ok: boolean, words: string) => said && record({ integration, ok, note: words, said })
  try {
    const { status, body } = await getJson(url, (at, question) => talkTo(at, question, each => void (said = each)))
    const answer = status === 404 ? 'missing' : status === 200 ? read(body) : null
    if (answer === 'missing') note(true, 'Respondeu que não conhece.')
    else if (answer) note(true, 'Respondeu.')
    else note(false, status === 200 ? 'A resposta não foi entendida.' : `Respondeu ${status}.`)
    return answer
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    note(false, wordsOfTrouble(error))
    return null
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
