import { ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

const seenFields = { writable: false } as const

/** Staff as their colleagues see them: people who may be assigned work. `users` are the same people, as they sign in. */
export const team = resource({
  path: 'people',
  table: 'users',
  text: { one: 'pessoa da equipe', many: 'equipe', gender: 'f' },
  fields: {
    name: text('Nome', { ...seenFields, required: true, max: 120 }),
    email: text('E-mail', { ...seenFields, required: true, format: 'email' }),
    profile: ref('profiles', 'Perfil', { ...seenFields, required: true }),
    empresa: ref('empresas', 'Empresa', seenFields),
  },
  list: { columns: ['name', 'email', 'profile', 'empresa'], sort: 'name', search: ['name', 'email'] },
  form: [{ fields: ['name', 'email', 'profile', 'empresa'] }],
  scope: 'empresa',
  verbs: ['index'],
})
