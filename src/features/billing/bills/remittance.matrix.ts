import { rowCases, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { World } from '#test/support/world.ts'

const accountOf = (world: World) => world.target('checking-accounts', 'A1')?.uuid
const unknownId = '0197a000-0000-7000-8000-000000000000'

export const remittancesMatrix: MatrixCases = {
  'bank-remittances.esperam': () => [{ about: 'of theirs', url: 'bank-remittances/esperam', status: 200 }],
  // The accounts of this world are everybody's, and register boletos by hand.
  'bank-remittances.previa': world => [
    { about: 'any', url: `bank-remittances/previa?account=${accountOf(world)}`, status: 200 },
    { about: 'none', url: `bank-remittances/previa?account=${unknownId}`, status: 404 },
  ],
  'bank-remittances.gerar': world => [
    { about: 'any', url: 'bank-remittances/gerar', body: { account: accountOf(world) }, status: 409 },
    { about: 'none', url: 'bank-remittances/gerar', body: { account: unknownId }, status: 404 },
  ],
  // These bills have no boleto.
  'bills-to-receive.mudar-vencimento': (world, who) =>
    rowCases(world, who, 'bills-to-receive', 409, row => `bills-to-receive/${row}/mudar-vencimento`).map(each => ({
      ...each,
      body: { due_date: '2031-05-10' },
    })),
  // The remittance has no stored file, and was undone before.
  'bank-remittances.original': (world, who) =>
    rowCases(world, who, 'bank-remittances', 404, row => `bank-remittances/${row}/original`),
  'bank-remittances.desfazer': (world, who) =>
    rowCases(world, who, 'bank-remittances', 409, row => `bank-remittances/${row}/desfazer`).map(each => ({
      ...each,
      body: { reason: 'Não foi enviada' },
    })),
}
