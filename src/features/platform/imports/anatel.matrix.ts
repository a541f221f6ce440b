import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const anatelMatrix: MatrixCases = {
  'anatel.situacao': () => [{ about: 'the file', url: 'anatel/situacao', status: 200 }],
  'anatel.index': () => [{ about: 'who is no client', url: 'anatel/prestadoras?uf=SP', status: 200 }],
  'anatel.enviar': world => [
    {
      about: 'no file of theirs',
      url: 'anatel/arquivo?name=a.zip',
      body: 'a;b',
      headers: { 'content-type': 'application/zip' },
      status: 201,
      after: () => world.runner.settled(),
    },
  ],
  'anatel.buscar': () => [{ about: 'nowhere to fetch it', url: 'anatel/buscar', body: {}, status: 424 }],
  'anatel.prospectar': () => [
    {
      about: 'one nobody knows',
      url: 'anatel/prospectos',
      body: { documents: ['11222333000181'] },
      status: 200,
      audits: 0,
    },
  ],
}
