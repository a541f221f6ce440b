import { invalid } from '#kernel/problem.ts'
import { notTheirNote, stationNotes } from '#features/network/stations/notes.ts'
import { amongColleagues, refuseOthers, signed } from '#parts/note/note.server.ts'
import { extend } from '#server/extend.ts'

export const stationNotesExtension = extend(stationNotes, {
  visible: amongColleagues,
  guard: ({ user_id }, ctx) => refuseOthers(user_id, ctx, notTheirNote),
  beforeCreate: signed,
  beforeUpdate: (draft, { station_id }) => {
    if (draft.station_id !== undefined && draft.station_id !== station_id)
      throw invalid({ station_id: 'Uma nota não muda de estação.' })
    return draft
  },
})
