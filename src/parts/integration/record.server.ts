import { sql } from 'kysely'
import { actor, companyOf } from '#kernel/access.ts'
import type { IntegrationKey } from '#parts/integration/integration.ts'
import { masked } from '#parts/integration/mask.ts'
import type { TalkRecord } from '#parts/integration/talk.server.ts'
import { say } from '#server/log.ts'
import type { Ctx } from '#server/operation.ts'

/** This is the caller outside any transaction: recording a call must undo none of their work. */
export type TalkAsker = Pick<Ctx, 'sql' | 'user' | 'request'>

export interface PastTalk {
  readonly integration: IntegrationKey
  /** It names the query: 'CEP 12020-000'. */
  readonly name: string
  readonly client_id?: number | null
  readonly ok: boolean
  /** What came of it, in one sentence. */
  readonly note: string
  readonly said: TalkRecord
}

/** A question whose answer somebody waited for, written down as it went. Nobody waits for that, nor fails with it. */
export function recordTalk({ sql: db, user, request }: TalkAsker, talk: PastTalk): void {
  const { integration, name, client_id = null, ok, note, said } = talk
  const words = masked(note, 1_000)
  const state = ok ? 'enviado' : 'sem-resposta'
  void sql`
    with laid as (
      insert into integration_queues (kind, integration, name, state, attempts, tries, ended_at, error, client_id, empresa_id, about, about_path, user_id, request)
      select 'consulta', ${integration}, ${masked(name, 255)}, ${state}, 1, 1, now(), ${ok ? null : words}, ${client_id}::bigint,
        coalesce((select empresa_responsavel_id from clients where id = ${client_id}::bigint), ${companyOf(user)}::bigint),
        c.name, '/clients/' || c.uuid, ${actor(user).id || null}::bigint, ${request.id}
      from (select 1) one left join clients c on c.id = ${client_id}::bigint returning id)
    insert into integration_queues_logs (parent_id, position, at, attempt, outcome, method, host, path, status, ms, message)
    select id, 0, now(), 1, ${ok ? 'enviado' : 'falhou'}, ${said.method}, ${said.host}, ${said.path}, ${said.status}::integer, ${said.ms}::integer, ${words} from laid`
    .execute(db)
    .catch((error: unknown) => say('warn', `uma conversa com ${said.host} não foi anotada: ${String(error)}`))
}
