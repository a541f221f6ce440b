import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const citiesMatrix: MatrixCases = {
  'cities.ibge': () => [
    { about: 'São Paulo', url: 'cities/ibge/3550308', status: 200 },
    { about: 'missing', url: 'cities/ibge/0000000', status: 404 },
  ],
}
