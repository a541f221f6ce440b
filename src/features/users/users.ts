import { date, flag, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** Who signs in: staff of the consultancy, or people of a client. */
export const users = resource({
  path: 'users',
  text: { one: 'usuário', many: 'usuários', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 120, personal: true }),
    email: text('E-mail', { required: true, format: 'email', unique: true, personal: true }),
    profile: ref('profiles', 'Perfil', { required: true }),
    empresa: ref('empresas', 'Empresa', { hint: 'Vazio: vê todas as empresas' }),
    birthday: date('Aniversário', { personal: true }),
    password: text('Senha', { format: 'password', max: 200, secret: true, hint: '12 caracteres ou mais' }),
    redefinir_senha_apos_login: flag('Pedir nova senha no próximo acesso'),
  },
  list: { columns: ['name', 'email', 'profile', 'empresa'], sort: 'name', search: ['name', 'email'] },
  form: [
    { fields: ['name', 'email', 'profile', 'empresa', 'birthday'] },
    { title: 'Acesso', fields: ['password', 'redefinir_senha_apos_login'] },
  ],
  scope: 'empresa',
})
