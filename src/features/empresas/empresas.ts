import { text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'

/** The consultancy's own companies: each answers for clients, and staff may be narrowed to one. */
export const empresas = resource({
  path: 'empresas',
  text: { one: 'empresa', many: 'empresas', gender: 'f' },
  fields: {
    nome_fantasia: text('Nome fantasia', { required: true, max: 120 }),
    razao_social: text('Razão social', { max: 160 }),
    cnpj: text('CNPJ', { format: 'cnpj', unique: true }),
    representante_primeiro_nome: text('Primeiro nome do representante', { max: 60 }),
  },
  list: {
    columns: ['nome_fantasia', 'cnpj', 'representante_primeiro_nome'],
    search: ['nome_fantasia', 'razao_social', 'cnpj'],
  },
  form: [{ fields: ['nome_fantasia', 'razao_social', 'cnpj', 'representante_primeiro_nome'] }],
  scope: 'everyone',
})
