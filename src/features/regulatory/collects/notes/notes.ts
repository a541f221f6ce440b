import { flag, longtext, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { writtenBy } from '#parts/note/note.ts'

/** The office writes these about a coleta: a comment or, while open, something to revisit. */
export const collectNotes = resource({
  path: 'collect-notes',
  text: { one: 'anotação', many: 'anotações', gender: 'f' },
  fields: {
    content: longtext('Anotação', { required: true, max: 2_000 }),
    collect: ref('collects', 'Coleta', { required: true }),
    period: text('Competência', { writable: false, derived: true }),
    city: ref('cities', 'Município'),
    finding: longtext('Aviso da conferência', {
      max: 500,
      hint: 'O que a conferência dizia, se a anotação é sobre um aviso.',
    }),
    open: flag('Para acompanhar', { default: true }),
    user: writtenBy,
  },
  list: {
    columns: ['content', 'collect', 'period', 'city', 'finding', 'open', 'user'],
    sort: '-open,-created_at',
    search: ['content', 'collect', 'finding'],
  },
  form: [{ fields: ['collect', 'city', 'finding', 'content', 'open'] }],
  scope: 'collect',
  actions: {
    resolver: { label: 'Resolver', when: ['open', true], undoneBy: 'acompanhar' },
    acompanhar: { label: 'Acompanhar', when: ['open', false], undoneBy: 'resolver' },
  },
})
