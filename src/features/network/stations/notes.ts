import { date, longtext, ref } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { writtenBy } from '#parts/note/note.ts'

export const notTheirNote = 'Só quem escreveu a nota pode mudá-la.'

/** What happened at a station, by the day on which it did: why something changed, beside the history of what did. */
export const stationNotes = resource({
  path: 'station-notes',
  text: { one: 'nota de estação', many: 'notas de estação', gender: 'f' },
  fields: {
    content: longtext('Nota', { required: true, max: 5_000 }),
    station: ref('stations', 'Estação', { required: true }),
    happened_on: date('Quando foi', { required: true, past: true }),
    user: writtenBy,
  },
  list: {
    columns: ['content', 'station', 'happened_on', 'user'],
    sort: '-happened_on,-created_at',
    search: ['content', 'station'],
  },
  form: [{ fields: ['station', 'happened_on', 'content'] }],
  scope: 'station',
  locked: [{ author: 'user', why: notTheirNote }],
})
