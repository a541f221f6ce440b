import { clientCases, type MatrixCases } from '#test/support/matrix/cases.ts'

export const semesterMatrix: MatrixCases = {
  'collects.semestre': (world, who) =>
    clientCases(world, who, client => `collects/semestre?client=${client}&year=2026&semester=1`),
  // The semester has no figures for a file.
  'collects.semestre.arquivo': (world, who) =>
    clientCases(world, who, client => `collects/semestre/arquivo?client=${client}&year=2026&semester=1`).map(each => ({
      ...each,
      ...(each.status === 200 && { status: 409 }),
    })),
  'collects.semestres': () => [{ about: 'own', url: 'collects/semestres?year=2026&semester=1', status: 200 }],
  'collects.semestres.arquivos': () => [
    { about: 'own', url: 'collects/semestres/arquivos?year=2026&semester=1', status: 200 },
  ],
}
