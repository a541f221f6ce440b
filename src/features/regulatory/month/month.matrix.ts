import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { newRowRequests, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, Row, World } from '#test/support/world.ts'

/** Cases of an act on a coleta without accesses, made for each owner. */
const emptyColetaCases = (
  world: World,
  who: Principal,
  request: (coleta: Row) => ReturnType<Parameters<typeof newRowRequests>[3]>,
): Promise<readonly MatrixCase[]> => newRowRequests(world, who, collects, request, { locations: [] })

/** Cases of an act on many coletas, which says of each whether it was done: the history has nothing of the act itself. */
const batchCases = (world: World, who: Principal, act: string, body: (coleta: Row) => object) =>
  emptyColetaCases(world, who, coleta => ({ url: `collects/${act}`, body: body(coleta), audits: 0 }))

export const monthMatrix: MatrixCases = {
  'collects.quadro': () => [{ about: 'own', url: 'collects/quadro?year=2026&month=1', status: 200 }],
  'collects.quadro.meses': () => [{ about: 'own', url: 'collects/quadro/meses?year=2026&month=1', status: 200 }],
  'collects.arquivos': () => [{ about: 'own', url: 'collects/arquivos?year=2026&month=1', status: 200 }],
  'collects.arquivos.store': ({ runner }) => [
    { about: 'own', url: 'collects/arquivos', body: { year: 2031, month: 2 }, status: 201, after: runner.settled },
  ],
  'collects.abrir-mes': world => {
    const body = { year: 2031, month: 1 }
    // The month is open already: nothing is left to open.
    const before = () => world.call('superAdmin', 'POST', 'collects/abrir-mes', { body })
    return [{ about: 'own', url: 'collects/abrir-mes', body, status: 200, audits: 0, before }]
  },
  // An empty coleta never passes the check.
  'collects.finalizar': (world, who) =>
    emptyColetaCases(world, who, ({ uuid }) => ({ url: `collects/${uuid}/finalizar`, status: 422 })),
  'collects.lembrar': (world, who) =>
    emptyColetaCases(world, who, ({ uuid }) => ({ url: 'collects/lembrar', body: { uuids: [uuid] } })),
  'collects.finalizar-mes': (world, who) => batchCases(world, who, 'finalizar-mes', ({ uuid }) => ({ uuids: [uuid] })),
  'collects.enviar-mes': (world, who) => batchCases(world, who, 'enviar-mes', ({ uuid }) => ({ uuids: [uuid] })),
  'collects.desfazer-envio-mes': (world, who) =>
    batchCases(world, who, 'desfazer-envio-mes', ({ uuid }) => ({ collects: [{ uuid, version: 1 }] })),
  'collects.copiar-mes': (world, who) => batchCases(world, who, 'copiar-mes', ({ uuid }) => ({ uuids: [uuid] })),
  'collects.desfazer-copia-mes': (world, who) =>
    batchCases(world, who, 'desfazer-copia-mes', ({ uuid }) => ({ collects: [{ uuid, version: 1 }] })),
  'collects.desfazer-mes': (world, who) =>
    batchCases(world, who, 'desfazer-mes', ({ uuid }) => ({ collects: [{ uuid, version: 1, step: 'em-aberto' }] })),
}
