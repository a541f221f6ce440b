import { longtext, ref } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { writtenBy } from '#parts/note/note.ts'

export const notTheirObservation = 'Só quem escreveu a observação pode mudá-la.'

/** The office's notes on a client, one after another; people of the client never see them. */
export const clientObservations = resource({
  path: 'client-observations',
  text: { one: 'observação', many: 'observações', gender: 'f' },
  fields: {
    content: longtext('Observação', { required: true, max: 10_000 }),
    client: ref('clients', 'Cliente', { required: true }),
    user: writtenBy,
  },
  list: { columns: ['content', 'client', 'user'], sort: '-created_at', search: ['content', 'client'] },
  form: [{ fields: ['client', 'content'] }],
  scope: 'client',
  locked: [{ author: 'user', why: notTheirObservation }],
})
