import { longtext } from '#kernel/field.ts'

/** What a new ticket says, which its form asks besides the fields of the section. */
export const firstMessage = longtext('Mensagem', {
  required: true,
  max: 10_000,
  hint: 'Conte o que houve, com datas e números',
})
