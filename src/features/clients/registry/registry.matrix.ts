import { clientCases, type MatrixCases } from '#test/support/matrix/cases.ts'

export const registryMatrix: MatrixCases = {
  'clients.sincronizar-socios-e-atividades': (world, who) =>
    clientCases(world, who, client => `clients/${client}/sincronizar-socios-e-atividades`).map(each => ({
      ...each,
      ...(each.status === 200 && { status: 424 }),
    })),
}
