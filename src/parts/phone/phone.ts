import { text } from '#kernel/field.ts'

export const phone = {
  responsible: text('Responsável', { max: 80, personal: true }),
  phone: text('Telefone', { required: true, format: 'phone', personal: true }),
  types: text('Usos', { max: 80, hint: 'Financeiro, técnico, Anatel…' }),
}
