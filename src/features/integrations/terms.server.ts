import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { integrationDays } from '#features/integrations/settings.server.ts'
import { daily } from '#parts/chore/chore.ts'
import type { Chore } from '#server/chores/chore.ts'
import { forget } from '#server/chores/forget.ts'

/** How much longer than a question is kept what was sent: its key is what keeps it from being sent twice. */
const longer = 4

/** Forgets conversations that ended long ago; what failed waits for somebody, and stays. */
export const termsChore: Chore = {
  name: 'integracoes',
  title: 'Conversas com outros sistemas',
  about: `Esquece as consultas que passaram do prazo e, num prazo ${longer} vezes maior, o que foi enviado ou cancelado. O que falhou fica.`,
  every: daily,
  run: async ({ database, config }, { now, signal }) => {
    const days = config.of(integrationDays)
    const before = (term: number) => sql`ended_at < ${now.toISOString()}::timestamptz - ${term} * interval '1 day'`
    const asked = await forget(
      database.kysely,
      'integration_queues',
      sql`kind = 'consulta' and ${before(days)}`,
      signal,
    )
    const sent = await forget(
      database.kysely,
      'integration_queues',
      sql`kind = 'envio' and state in ('enviado', 'cancelado') and ${before(days * longer)}`,
      signal,
    )
    const said = [asked && count(asked, question), sent && count(sent, item)].filter(Boolean).join(' e ')
    return { said: said ? `Foram esquecidos ${said}.` : 'Nada a fazer.' }
  },
}
const question = { one: 'registro de consulta', many: 'registros de consulta', gender: 'm' } as const
const item = { one: 'envio', many: 'envios', gender: 'm' } as const
