import { owners, staffOnly, type MatrixCases } from '#test/support/matrix/cases.ts'

export const closingMatrix: MatrixCases = {
  'bills-to-receive.fechamento': (_world, who) =>
    [{ about: 'theirs', url: 'bills-to-receive/fechamento', body: { month: '2031-05' }, status: 200 }].map(
      staffOnly(who),
    ),
  // No such bill: of those that are seen each step would make something.
  'bills-to-receive.fechar': (_world, who) =>
    owners
      .slice(0, 1)
      .map(about => ({
        about,
        url: 'bills-to-receive/fechar',
        body: { bills: ['00000000-0000-4000-8000-000000000000'], mail: true },
        status: 404,
        audits: 0,
      }))
      .map(staffOnly(who)),
}
