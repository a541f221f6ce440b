import { audiences } from '#kernel/access.ts'
import { choice, flag, lineList, ref, text, words } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

const role = {
  profile: ref('profiles', 'Perfil', { required: true, writable: false, owner: true }),
  role: text('Permissão', { required: true, max: 100 }),
}

export const adminsStay = 'O perfil dos superadministradores não muda.'

/** What a kind of user is and may do: its audience, staff or clients, and its permissions, each `{route}.{verb}`. */
export const profiles = resource({
  path: 'profiles',
  text: { one: 'perfil', many: 'perfis', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 80 }),
    slug: text('Identificador', { writable: false, max: 90 }),
    audience: choice(audiences, 'Para quem', { required: true, default: 'clientes' }),
    is_admin: flag('Superadministrador', { writable: false }),
    profile_roles: lineList(role, 'Permissões'),
    selected_profile_roles: words('Permissões escolhidas', { writable: false, derived: true }),
    /** Came with new versions after this profile was last decided upon, and is given to nobody in silence. */
    undecided_roles: words('Permissões novas a decidir', { writable: false, derived: true, internal: true }),
    /** Of those, what the seeded profile for the same audience has. */
    offered_roles: words('Permissões novas do perfil padrão', { writable: false, derived: true, internal: true }),
  },
  list: { columns: ['name', 'audience', 'is_admin'] },
  form: [{ fields: ['name', 'audience'] }, { title: 'Permissões', fields: ['profile_roles'] }],
  scope: 'everyone',
  proof: 'any',
  locked: [{ when: ['is_admin', true], why: adminsStay }],
})
