import { sow } from '#features/platform/demo/sow.server.ts'
import { talks } from '#features/platform/demo/talks.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import type { Sql } from '#server/operation.ts'

interface TalksSowing {
  readonly clients: readonly number[]
  readonly companies: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}

/** Writes requests to outside services, answered and not; none waits to be sent, for a demonstration calls no service. */
export async function fillTalks(db: Sql, { clients, companies, users, today }: TalksSowing) {
  const noon = Date.parse(`${today}T12:00:00-03:00`)
  const rows = talks.map(({ minutesAgo, client, host, path, status, ms, outcome, said, ...talk }) => {
    const at = new Date(noon - minutesAgo * 60_000).toISOString()
    return {
      ...talk,
      kind: 'consulta' as const,
      attempts: 1,
      ended_at: at,
      created_at: at,
      updated_at: at,
      error: talk.state === 'sem-resposta' ? said : null,
      client_id: client === undefined ? null : (clients[client] ?? null),
      empresa_id: companies[0] ?? null,
      user_id: users[1] ?? null,
      logs: [{ at, attempt: 1, outcome, method: 'GET', host, path, status, ms, message: said }],
    }
  })
  await sow(db, integrationQueues, rows.toReversed())
}
