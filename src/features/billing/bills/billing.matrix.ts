import { owners, staffOnly, type MatrixCases } from '#test/support/matrix/cases.ts'

export const billingMatrix: MatrixCases = {
  'bills-to-receive.faturar.previa': (_world, who) =>
    [{ about: 'theirs', url: 'bills-to-receive/faturar?month=2031-05', status: 200 }].map(staffOnly(who)),
  // The bill of the request differs from its preview, or is foreign: nothing is made.
  'bills-to-receive.faturar': (world, who) =>
    owners
      .map(owner => ({
        about: owner,
        url: 'bills-to-receive/faturar',
        body: {
          month: '2031-05',
          due: 'mesmo',
          finance_type_id: 1,
          bills: [{ client: world.target('clients', owner)?.uuid, lines: ['contrato'], total: -1, due: '2031-05-10' }],
        },
        status: 200,
        audits: 0,
      }))
      .map(staffOnly(who)),
  'bills-to-receive.faturar.desfazer': () => [
    { about: 'an invented one', url: `bills-to-receive/faturar/${'0'.repeat(36)}/desfazer`, status: 404 },
  ],
}
