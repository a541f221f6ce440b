import { mails } from '#features/platform/mails/mails.ts'
import { owners, sees, type MatrixCases } from '#test/support/matrix/cases.ts'

export const mailsMatrix: MatrixCases = {
  'mails.resumo': () => [{ about: 'those of theirs', url: 'mails/resumo', status: 200 }],
  'mails.mail-test': world => [
    { about: 'to themselves', url: 'mails/mail-test', status: 201, after: world.runner.settled },
  ],
  'mails.reenviar-varios': async (world, who) =>
    Promise.all(
      owners.map(async owner => ({
        about: owner,
        url: 'mails/reenviar',
        body: { ids: [(await world.make(mails, owner)).uuid] },
        status: sees(who, owner) ? 200 : 404,
        after: world.runner.settled,
      })),
    ),
}
