import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const companyMatrix: MatrixCases = {
  'anatel.show': () => [{ about: 'any', url: 'anatel/prestadoras/11222333000181', status: 200 }],
  'registry.cnpj': () => [{ about: 'nobody to ask', url: 'registry/cnpj/11222333000181', status: 424 }],
  'registry.zip': () => [{ about: 'nobody to ask', url: 'registry/cep/12020000', status: 424 }],
}
