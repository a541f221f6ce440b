import { date, flag, lineList, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { address } from '#parts/address/address.ts'
import { phone } from '#parts/phone/phone.ts'

const clientUser = {
  client: ref('clients', 'Cliente', { required: true }),
  client_name: text('Cliente', { writable: false, derived: true }),
}

/** Who signs in: staff of the consultancy, or people of a client. */
export const users = resource({
  path: 'users',
  text: { one: 'usuário', many: 'usuários', gender: 'm' },
  fields: {
    name: text('Nome', { required: true, max: 120, personal: true }),
    email: text('E-mail', { required: true, format: 'email', unique: true, personal: true }),
    profile: ref('profiles', 'Perfil', { required: true }),
    empresa: ref('empresas', 'Empresa', { hint: 'Vazio: vê todas as empresas' }),
    /** Their profile is of people of clients. */
    outside: flag('De fora da equipe', { writable: false, derived: true }),
    birthday: date('Aniversário', { personal: true, past: true }),
    password: text('Senha', { format: 'password', max: 200, secret: true, hint: '12 caracteres ou mais' }),
    redefinir_senha_apos_login: flag('Pedir nova senha no próximo acesso'),
    segundo_fator: flag('Tem segundo fator', { writable: false, derived: true, internal: true }),
    addresses: lineList(address, 'Endereços', { max: 20, one: 'endereço' }),
    phones: lineList(phone, 'Telefones', { max: 20, one: 'telefone' }),
    /** The lines of a client's `client_users`. */
    clientUser: lineList(clientUser, 'Clientes', {
      max: 500,
      one: 'cliente',
      mirrored: true,
    }),
  },
  list: { columns: ['name', 'email', 'profile', 'empresa'], sort: 'name', search: ['name', 'email'] },
  form: [
    { fields: ['name', 'email', 'profile', 'empresa', 'birthday'] },
    {
      title: 'Acesso',
      help: 'Sem senha, a pessoa recebe por e-mail um link para escolher a sua.',
      fields: ['password', 'redefinir_senha_apos_login'],
    },
    { title: 'Clientes', help: 'O que vê quem é de fora da casa: ao menos um.', fields: ['clientUser'] },
    { title: 'Contatos', fields: ['phones'] },
    { title: 'Endereços', fields: ['addresses'] },
  ],
  scope: 'empresa',
  proof: 'any',
  actions: {
    'redefinir-segundo-fator': {
      label: 'Redefinir segundo fator',
      confirm:
        'Os segundos fatores e os códigos de recuperação da pessoa são apagados, e as sessões dela terminam. Ela entra só com a senha até cadastrar outro, e é avisada por e-mail. Faça isto só se tiver certeza de que quem pede é ela.',
      done: 'Segundo fator redefinido.',
      when: ['segundo_fator', true],
      seldom: true,
    },
    convidar: { label: 'Enviar convite', confirm: 'A pessoa recebe, por e-mail, um link para escolher a senha.' },
  },
})
