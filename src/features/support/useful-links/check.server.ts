import type { LookupFunction } from 'node:net'
import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { linksCheck } from '#features/support/useful-links/settings.server.ts'
import { hour } from '#parts/chore/chore.ts'
import type { Came, Chore } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'
import { beginAnswer, Unanswered } from '#server/outbound.ts'

/** Links looked at in one run, each of another host. */
const atOnce = 15
/** What is refused to a program is there for a person. */
const closedDoor = new Set([401, 403, 405, 406, 429])

/** A name with a dot in it, by http or https, without a port, a user or an address in its place. */
const isPublic = ({ protocol, hostname, port, username }: URL) =>
  /^https?:$/.test(protocol) && !port && !username && /^(?:[\w-]+\.)+[a-z][a-z\d-]+$/i.test(hostname)

/**
 * Answers the HTTP status of a link that a user wrote, within 3 seconds and without reading the body. The link must have a
 * public name that resolves to public addresses, on the standard ports; no redirect is followed. `trusted` replaces these
 * checks in tests. Throws `Unanswered` otherwise.
 */
export async function getStatus(url: URL, trusted?: { readonly lookup: LookupFunction }): Promise<number> {
  if (!trusted && !isPublic(url)) throw new Unanswered(`${url.host}: no public name`)
  return (await beginAnswer(url, {}, trusted?.lookup)).destroy().statusCode ?? 0
}

interface LookedAt {
  readonly id: number
  readonly url: string
  readonly ok: boolean
  readonly said: string
}

/** Due again after six days, and the next day where nothing came: the longest waiting first, one of each host. */
async function dueLinks(db: Sql, now: Date) {
  const { rows } = await sql<{ id: number; url: string }>`
    select l.id, l.url from links_importantes l left join link_checks c on c.link_id = l.id and c.url = l.url
    where l.active and l.deleted_at is null
      and (c.checked_at is null or c.checked_at < ${now.toISOString()}::timestamptz - case when c.failures > 0 then interval '20 hours' else interval '6 days' end)
    order by c.checked_at nulls first, l.id limit 200`.execute(db)
  const readable = rows.filter(({ url }) => URL.canParse(url))
  const first = new Set(new Map(readable.toReversed().map(row => [new URL(row.url).host, row])).values())
  return readable.filter(row => first.has(row)).slice(0, atOnce)
}

/** A certificate we cannot follow is one that browsers mend by themselves: somebody answered. */
const isCertificate = ({ cause }: Unanswered) =>
  cause instanceof Error && 'code' in cause && /CERT|SIGNATURE/.test(String(cause.code))

async function lookAt({ id, url }: { id: number; url: string }, ask: typeof getStatus): Promise<LookedAt> {
  if (!isPublic(new URL(url))) return { id, url, ok: true, said: 'Não é conferido: só endereços públicos são.' }
  try {
    const status = await ask(new URL(url))
    const ok = status < 400 || closedDoor.has(status)
    return { id, url, ok, said: `Respondeu ${status}.` }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    const ok = isCertificate(error)
    return {
      id,
      url,
      ok,
      said: ok
        ? 'Respondeu, com um certificado que não se pôde conferir.'
        : 'Não atendeu: fora do ar, ou o endereço mudou.',
    }
  }
}

const keep = ({ id, url, ok, said }: LookedAt, now: Date, db: Sql) =>
  sql`
  insert into link_checks as c (link_id, url, checked_at, said, failures, failing_since)
  select id, ${url}, ${now.toISOString()}, ${said}, ${ok ? 0 : 1}, ${ok ? null : now.toISOString()}::timestamptz from links_importantes where id = ${id}
  on conflict (link_id) do update set url = excluded.url, checked_at = excluded.checked_at, said = excluded.said,
    failures = case when excluded.failures = 0 then 0 when c.url = excluded.url then c.failures + 1 else 1 end,
    failing_since = case when excluded.failures = 0 then null
      when c.url = excluded.url then coalesce(c.failing_since, excluded.failing_since) else excluded.failing_since end`.execute(
    db,
  )

/** Asks some links whether they still answer, one after the other, and keeps what came of it. Nothing is ever taken away. */
export async function checkLinks(db: Sql, now: Date, signal: AbortSignal, ask = getStatus): Promise<Came> {
  const looked: LookedAt[] = []
  for (const link of await dueLinks(db, now)) {
    if (signal.aborted) break
    looked.push(await lookAt(link, ask))
  }
  const failed = looked.filter(({ ok }) => !ok)
  // When nobody at all answers it is the way out that is broken.
  if (failed.length > 2 && failed.length === looked.length)
    return { said: 'Nenhum endereço respondeu: parece faltar a saída para a internet. Nada foi marcado.' }
  for (const each of looked) await keep(each, now, db)
  const told = count(looked.length, { one: 'link conferido', many: 'links conferidos', gender: 'm' })
  return { said: looked.length ? `${told}, ${failed.length} sem resposta.` : 'Nada a conferir.' }
}

export const linksChore: Chore = {
  name: 'links',
  title: 'Links importantes',
  about:
    'Pergunta a alguns endereços por vez se ainda respondem. Dois dias sem resposta são ditos ao lado do link, que nunca é tirado.',
  every: 6 * hour,
  run: async ({ database, config }, { now, signal }) =>
    config.of(linksCheck)
      ? checkLinks(database.kysely, now, signal)
      : { said: 'Desligada: a configuração LINKS_CHECK=1 a liga.' },
}
