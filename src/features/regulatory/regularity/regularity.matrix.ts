import { clientCases, type MatrixCases } from '#test/support/matrix/cases.ts'

export const regularityMatrix: MatrixCases = {
  'clients.resumo': (world, who) => clientCases(world, who, client => `clients/${client}/resumo?month=2024-02`),
  'clients.resumo.pdf': (world, who) => clientCases(world, who, client => `clients/${client}/resumo/pdf?month=2024-02`),
  // The request chooses no line of the month: it is refused where the client is visible.
  'clients.resumo.enviar': (world, who) =>
    clientCases(world, who, client => `clients/${client}/resumo/enviar`).map(each => ({
      ...each,
      body: { month: '2024-02', lines: ['nada'], email: 'ninguem@exemplo.com' },
      ...(each.status === 200 && { status: 422 }),
    })),
  'clients.regularidade': (world, who) => clientCases(world, who, client => `clients/${client}/regularidade`),
  'clients.regularidade.pdf': (world, who) => clientCases(world, who, client => `clients/${client}/regularidade/pdf`),
  'clients.quadro-regularidade': () => [{ about: 'theirs', url: 'clients/regularidade', status: 200 }],
}
