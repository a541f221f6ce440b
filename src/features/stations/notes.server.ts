import { dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { notTheirNote, stationNotes } from '#features/stations/notes.ts'
import { amongColleagues, refuseOthers, signed } from '#parts/note/note.server.ts'
import { extend } from '#server/extend.ts'

/** What is to come is a task, and no note. */
function refuseFuture(day: string | undefined) {
  if (day !== undefined && day > dayIn(new Date()).day)
    throw invalid({ happened_on: 'Este dia ainda não chegou: a nota conta o que já aconteceu.' })
}

export const stationNotesExtension = extend(stationNotes, {
  visible: amongColleagues,
  guard: ({ user_id }, ctx) => refuseOthers(user_id, ctx, notTheirNote),
  beforeCreate: (draft, ctx) => {
    refuseFuture(draft.happened_on)
    return signed(draft, ctx)
  },
  beforeUpdate: (draft, { station_id }) => {
    refuseFuture(draft.happened_on)
    if (draft.station_id !== undefined && draft.station_id !== station_id)
      throw invalid({ station_id: 'Uma nota não muda de estação.' })
    return draft
  },
})
