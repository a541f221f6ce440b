import { text } from '#kernel/field.ts'

export const mail = {
  responsible: text('Responsável', { max: 80, personal: true }),
  mail: text('E-mail', { required: true, format: 'email', personal: true }),
  types: text('Usos', { max: 80, hint: 'Financeiro, técnico, Anatel…' }),
}
