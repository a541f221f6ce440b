import { collectNotes } from '#features/collects/notes/notes.ts'
import { amongColleagues, signed } from '#parts/note/note.server.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

/** Anybody of the house goes on from what a colleague left open: who did, and when, is in the history. */
const turn = (open: boolean, event: string) => (row: { readonly id: number }, ctx: Ctx) =>
  ctx.rows(collectNotes).update(row.id, { open }, undefined, event)

export const notesExtension = extend(collectNotes, {
  // What the house doubts of a client's figures is said among colleagues; the client is asked in a ticket or by mail.
  visible: amongColleagues,
  beforeCreate: signed,
  derived: {
    period: alias => `(
      select lpad(k.month::text, 2, '0') || '/' || k.year from collects k where k.id = ${alias}.collect_id)`,
  },
  actions: { resolver: turn(false, 'resolver'), acompanhar: turn(true, 'acompanhar') },
})
