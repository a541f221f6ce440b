import { ref, text, words } from '#kernel/field.ts'

export const phone = {
  responsible: text('Responsável', { max: 80, personal: true }),
  phone: text('Telefone', { required: true, format: 'phone', personal: true }),
  types: words('Usos', { max: 80, hint: 'Financeiro, técnico, Anatel…' }),
  user: ref('users', 'Usuário'),
}
