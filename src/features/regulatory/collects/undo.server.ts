import { sql } from 'kysely'
import type { Fields } from '#kernel/field.ts'
import { problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { undoCollectStep } from '#features/regulatory/collects/coleta/api.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { UndoableStep } from '#features/regulatory/collects/coleta/steps.ts'
import { linesAgain } from '#features/platform/history/lines.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'
import { serve } from '#server/serve.ts'

type Changed = Readonly<Record<string, readonly [before: unknown, after: unknown]>>
interface ColetaDeed {
  readonly event: string
  readonly changes: Changed
}

/**
 * The history events of each step that notifies nobody. Steps that others see at once, by mail or bell, ask before and cannot
 * be undone.
 */
const eventsOf: Readonly<Record<UndoableStep, readonly string[]>> = {
  finalizar: ['finalizar'],
  'copiar-anterior': ['copiar-anterior'],
  'confirmar-sem-mudancas': ['copiar-anterior', 'finalizar'],
  zerar: ['zerar'],
  dispensar: ['dispensar'],
  processada: ['processada'],
}

/**
 * Puts a coleta back to where it was before the last thing its user did to it. A reason that was written stays. Throws a 409 where
 * anything happened since.
 * @param version as the step left it, where that is known.
 */
export async function undoStep(ctx: Ctx, collect: Versioned<Collect>, step: UndoableStep, version = collect.version) {
  if (collect.version !== version) throw problem('conflict', changedSince)
  const { rows } = await sql<ColetaDeed>`
    select event, changes from audit_events e
    where resource = 'collects' and row_id = ${collect.id} and user_id = ${ctx.user.id} and request_id = (
      select request_id from audit_events where resource = 'collects' and row_id = ${collect.id} order by id desc limit 1)
    order by id desc`.execute(ctx.sql)
  const events = rows.map(({ event }) => event).toReversed()
  if (events.join() !== eventsOf[step].map(name => `${collects.path}.${name}`).join())
    throw problem('conflict', changedSince)
  // The earliest of what was there counts: one deed may change a field twice.
  const before = rows.reduce<Changed>((later, { changes }) => ({ ...later, ...changes }), {})
  // Its step first: what is ready takes no lines.
  const moved = await ctx.rows(collects).update(collect.id, draftOf(before, collect, stepFields), undefined, 'desfazer')
  const lines = draftOf(before, collect, lineFields)
  if (!Object.keys(lines).length) return moved
  const { repeated, zeroed } = moved
  return ctx.rows(collects).update(collect.id, { ...lines, repeated, zeroed }, undefined, 'desfazer')
}

const changedSince = 'A coleta mudou depois, ou o passo não foi seu: fica como está.'
const { locations, finances } = collects.fields
const stepFields = { status_id: null, zeroed: null, repeated: null } as const
const lineFields = { locations: locations.options.shape, finances: finances.options.shape } as const

/** What was there of these fields, as a draft: history has it as JSON, and so it is given back. */
function draftOf(
  before: Changed,
  now: Collect,
  fields: Readonly<Record<string, Fields | null | undefined>>,
): Partial<StoredOf<typeof collects>> {
  const there: Readonly<Record<string, unknown>> = { ...now }
  const entries = Object.entries(fields).flatMap(([name, shape]) => {
    const change = before[name]
    return change ? [[name, shape ? linesAgain(shape, change[0], there[name]) : change[0]] as const] : []
  })
  const draft: Partial<StoredOf<typeof collects>> = JSON.parse(JSON.stringify(Object.fromEntries(entries)))
  return draft
}

export const undoOperation = serve(undoCollectStep, async (ctx, { id, body }) => {
  const row = await undoStep(ctx, await ctx.rows(collects).lock(id), body.step)
  return new Answer(200, doneAnswer(200, 'Desfeito: a coleta está como antes.', row), { ETag: `"${row.version}"` })
})
