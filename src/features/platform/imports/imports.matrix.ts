import { imports } from '#features/platform/imports/section/imports.ts'
import { newRowRequests, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases of an act on an import; the job it begins ends before the next case. */
const importCases = (world: World, who: Principal, verb: string, body: unknown, status: number) =>
  newRowRequests(world, who, imports, ({ uuid }) => ({
    url: `imports/${uuid}/${verb}`,
    body,
    status,
    after: () => world.runner.settled(),
  }))

export const importsMatrix: MatrixCases = {
  'imports.modelo': () => [{ about: 'clients', url: 'imports/modelos/clients', status: 200 }],
  'imports.enviar': (world, who) => [
    {
      about: 'clients',
      url: 'imports/arquivo?resource=clients&name=a.csv',
      body: `Nome;CNPJ\r\n${who};`,
      headers: { 'content-type': 'application/octet-stream' },
      status: 201,
      after: () => world.runner.settled(),
    },
  ],
  // These imports have no file, and no row to write.
  'imports.original': (world, who) => importCases(world, who, 'arquivo', undefined, 404),
  'imports.preparar': async (world, who) =>
    importCases(
      world,
      who,
      'preparar',
      { mapping: { columns: {}, values: [], kbps: false }, mode: 'criar', match_by: 'document' },
      200,
    ),
  'imports.corrigir': (world, who) => importCases(world, who, 'corrigir', { at: 0, to: 'x', rows: [1] }, 409),
  'imports.importar': (world, who) => importCases(world, who, 'importar', { whole: false }, 409),
  'imports.desfazer': (world, who) => importCases(world, who, 'desfazer', {}, 409),
  'imports.cancelar': (world, who) => importCases(world, who, 'cancelar', {}, 200),
}
