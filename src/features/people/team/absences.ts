import { date, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** Days of Brasília, the first and the last included, on which somebody is away and their work is another's, by reckoning. */
export const absences = resource({
  path: 'absences',
  text: { one: 'afastamento', many: 'afastamentos', gender: 'm' },
  fields: {
    person: ref('people', 'Quem se afasta', { required: true, told: true }),
    stand_in: ref('people', 'Quem fica no lugar', { required: true, told: true }),
    since: date('De', { required: true }),
    until: date('Até', { required: true }),
    reason: text('Motivo', { max: 120, hint: 'Férias, licença…' }),
  },
  list: { columns: ['person', 'stand_in', 'since', 'until', 'reason'], sort: '-since', search: ['person', 'stand_in'] },
  form: [{ fields: ['person', 'stand_in', 'since', 'until', 'reason'] }],
  scope: 'person',
  actions: {
    encerrar: {
      label: 'Encerrar',
      confirm:
        'A pessoa está de volta: o trabalho dela volta a ser dela agora. O que ainda não começou deixa de existir.',
    },
  },
})
