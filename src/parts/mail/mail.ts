import { ref, text, words } from '#kernel/field.ts'

export const mail = {
  responsible: text('Responsável', { max: 80, personal: true }),
  mail: text('E-mail', { required: true, format: 'email', personal: true }),
  types: words('Usos', { max: 80, hint: 'Financeiro, técnico, Anatel…' }),
  user: ref('users', 'Usuário'),
}
