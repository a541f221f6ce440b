import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { everyAccess } from '#features/regulatory/collects/coleta/counted.server.ts'
import { stepOf } from '#features/regulatory/collects/coleta/steps.ts'
import type { GateAct, GateFacts, NumbersOrigin } from '#features/regulatory/collects/gate/gate.ts'
import { gatePorts } from '#features/regulatory/collects/gate/ports.server.ts'
import type { Period } from '#parts/period/period.ts'
import type { Ctx } from '#server/operation.ts'

interface FactRow extends Period {
  readonly id: number
  readonly client: string
  readonly status: string
  readonly repeated: string | null
  readonly error: string | null
  readonly typed: boolean
  readonly file: string | null
  readonly confirmed: string | null
  readonly follow_ups: readonly string[]
  readonly answers: GateFacts['answers']
}

/** All that the gate goes by, but for what the check finds. */
export type CurrentFacts = Omit<GateFacts, 'act' | 'findings'>

/**
 * The facts of many coletas in one statement, and one of each port. Who confirmed: a person of the client whose handing over is
 * younger than the last copy.
 */
export async function gateFactsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, CurrentFacts>> {
  const { rows } = await sql<FactRow>`
    select k.id, k.year, k.month, c.name as client, t.name as status, k.repeated, k.error,
      exists (select 1 from collects_locations l join ${everyAccess} a on a.parent_id = l.id where l.parent_id = k.id) as typed,
      (select g.name from collects_takings g where g.parent_id = k.id order by g.position desc limit 1) as file,
      (select u.name from audit_events e join users u on u.id = e.user_id join profiles p on p.id = u.profile_id
        where e.resource = 'collects' and e.row_id = k.id and e.event = 'collects.entregar' and p.audience = 'clientes'
          and e.id > coalesce((select max(b.id) from audit_events b
            where b.resource = 'collects' and b.row_id = k.id and b.event = 'collects.copiar-anterior'), 0)
        order by e.id desc limit 1) as confirmed,
      coalesce((select json_agg(left(n.content, 400) order by n.id) from collect_notes n
        where n.collect_id = k.id and n.open and n.active and n.deleted_at is null), '[]') as follow_ups,
      coalesce((select json_agg(json_build_object('finding', w.finding, 'message', w.message, 'reason', w.reason,
          'name', coalesce(v.name, ''), 'at', to_json(w.at) #>> '{}') order by w.position)
        from collects_acknowledgments w left join users v on v.id = w.user_id
        where w.parent_id = k.id and w.finding like 'porta:%'), '[]') as answers
    from collects k join clients c on c.id = k.client_id join statuses t on t.id = k.status_id
    where k.id = any(${[...ids]}::bigint[])`.execute(ctx.sql)
  // What colleagues wrote among themselves is not for people of a client.
  const staff = isStaff(ctx.user)
  const questions = await gatePorts.questions(ctx, ids)
  const receipts = await gatePorts.receipts(ctx, ids)
  const { day: today } = dayIn(new Date())
  return new Map(
    rows.map(row => [
      row.id,
      {
        period: { year: row.year, month: row.month },
        today,
        origin: originOf(row),
        questions: questions.get(row.id) ?? { count: 0, names: [] },
        followUps: staff ? row.follow_ups : [],
        receipt: receipts.get(row.id) ?? null,
        error: row.error,
        awaited: stepOf({ name: row.status }) === 'aguardando-cliente' ? row.client : null,
        answers: row.answers,
      },
    ]),
  )
}

function originOf({ repeated, typed, file, confirmed }: FactRow): NumbersOrigin {
  if (repeated) return { kind: 'copiados', of: repeated, confirmed }
  if (!typed) return { kind: 'vazios', of: null, confirmed: null }
  return file ? { kind: 'recebidos', of: file, confirmed } : { kind: 'digitados', of: null, confirmed }
}

/** Returns the next act that a coleta's step allows; null if none remains. */
export function nextAct(status: { readonly name: string } | null): GateAct | null {
  const step = stepOf(status)
  if (step === 'finalizado') return 'enviar'
  if (step === 'enviada' || step === 'com-erro') return 'processada'
  return step === 'processada' || step === 'dispensada' ? null : 'finalizar'
}
