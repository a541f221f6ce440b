import { sql } from 'kysely'
import { count, join } from '#kernel/text.ts'
import { integrationDays } from '#features/platform/integrations/settings.server.ts'
import { daily } from '#parts/chore/chore.ts'
import type { Chore } from '#server/house.ts'
import { forget } from '#server/chores/forget.ts'

/** Sent items are stored this many times longer than questions: their keys prevent a second sending. */
const longer = 4
/** Days a notice of another house is known again at least: Asaas repeats one for 14. */
const repeated = 30

/** Forgets conversations that ended long ago; what failed waits for somebody, and stays. */
export const termsChore: Chore = {
  name: 'integracoes',
  title: 'Conversas com outros sistemas',
  about: `Esquece as consultas, as entregas de webhooks e os avisos recebidos que passaram do prazo e, num prazo ${longer} vezes maior, o que foi enviado ou cancelado. O que falhou fica.`,
  every: daily,
  run: async ({ database, config }, { now, signal }) => {
    const days = config.of(integrationDays)
    const past = (term: number) => sql`${now.toISOString()}::timestamptz - ${term} * interval '1 day'`
    const asked = await forget(
      database.kysely,
      'integration_queues',
      sql`kind in ('consulta', 'aviso') and ended_at < ${past(days)}`,
      signal,
    )
    const sent = await forget(
      database.kysely,
      'integration_queues',
      sql`kind = 'envio' and state in ('enviado', 'cancelado') and ended_at < ${past(days * longer)}`,
      signal,
    )
    const heard = await forget(
      database.kysely,
      'webhook_events',
      sql`received_at < ${past(Math.max(days, repeated))}`,
      signal,
    )
    const said = [asked && count(asked, question), sent && count(sent, item), heard && count(heard, notice)].filter(
      each => each !== 0,
    )
    return { said: said.length ? `Foram esquecidos ${join(said)}.` : 'Nada a fazer.' }
  },
}
const question = { one: 'registro de consulta', many: 'registros de consulta', gender: 'm' } as const
const item = { one: 'envio', many: 'envios', gender: 'm' } as const
const notice = { one: 'aviso recebido', many: 'avisos recebidos', gender: 'm' } as const
