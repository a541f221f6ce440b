import { sql } from 'kysely'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { amongColleagues, signed } from '#parts/note/note.server.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

/** Finishing a coleta and writing a follow-up of it wait for each other. */
const holdColeta = ({ sql: db }: Ctx, id: number) =>
  sql`select 1 from collects where id = ${id} for no key update`.execute(db)

/** Any colleague may close or reopen a note; history records who and when. */
const turn = (open: boolean, event: string) => async (row: TurnedNote, ctx: Ctx) => {
  if (open) await holdColeta(ctx, row.collect_id)
  return ctx.rows(collectNotes).update(row.id, { open }, undefined, event)
}
interface TurnedNote {
  readonly id: number
  readonly collect_id: number
}

export const notesExtension = extend(collectNotes, {
  // Only colleagues read the office's doubts about a client's figures; clients get a ticket or mail.
  visible: amongColleagues,
  beforeCreate: async (draft, ctx) => {
    await holdColeta(ctx, draft.collect_id)
    return signed(draft, ctx)
  },
  derived: {
    period: alias => `(
      select lpad(k.month::text, 2, '0') || '/' || k.year from collects k where k.id = ${alias}.collect_id)`,
  },
  actions: { resolver: turn(false, 'resolver'), acompanhar: turn(true, 'acompanhar') },
})
