import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const maintenanceMatrix: MatrixCases = {
  'manutencao.index': () => [{ about: 'all', url: 'manutencao', status: 200 }],
  'manutencao.executar': world => [
    {
      about: 'what is kept a day',
      url: 'manutencao/respostas/executar',
      status: 200,
      after: () => world.house.chores.settled(),
    },
    { about: 'of nothing', url: 'manutencao/nada/executar', status: 404 },
  ],
}
