import { sql } from 'kysely'
import { returnLines } from '#features/billing/bills/returns/returned.ts'
import { owners, rowCases, sees, textFile, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Owner, Principal, World } from '#test/support/world.ts'

/** Cases that decide about a waiting line of a bank return, an own one and one of another company. */
const waitingLineCases = (
  world: World,
  who: Principal,
  act: string,
  body: (owner: Owner) => object,
): Promise<readonly MatrixCase[]> =>
  Promise.all(
    owners.map(async owner => {
      const { uuid, id } = await world.make(returnLines, owner)
      await sql`update bank_return_lines set state = 'espera', verdict = 'sem-boleto', bill_id = null where id = ${id}`.execute(
        world.db,
      )
      return {
        about: owner,
        url: `bank-return-lines/${uuid}/${act}`,
        body: body(owner),
        status: sees(who, owner) ? 200 : 404,
        ...(act === 'colocar' && { audits: 3, besides: ['bill-payments.store', 'bills-to-receive.receber'] }),
      }
    }),
  )

export const returnsMatrix: MatrixCases = {
  'bills-to-receive.retorno.previa': () => [
    { about: 'no return', url: 'bills-to-receive/retorno/previa?name=a.ret', ...textFile, status: 422 },
  ],
  'bills-to-receive.retorno.aplicar': () => [
    {
      about: 'no return',
      url: `bills-to-receive/retorno/aplicar?name=a.ret&sha256=${'0'.repeat(64)}`,
      ...textFile,
      status: 422,
    },
  ],
  // The return has no stored file, and was undone before.
  'bank-returns.original': (world, who) =>
    rowCases(world, who, 'bank-returns', 404, row => `bank-returns/${row}/original`),
  'bank-returns.desfazer': (world, who) =>
    rowCases(world, who, 'bank-returns', 409, row => `bank-returns/${row}/desfazer`).map(each => ({
      ...each,
      body: { reason: 'Era de outro mês' },
    })),
  'bank-return-lines.esperam': () => [{ about: 'of theirs', url: 'bank-return-lines/esperam', status: 200 }],
  'bank-return-lines.propostas': (world, who) =>
    rowCases(world, who, 'bank-return-lines', 200, row => `bank-return-lines/${row}/propostas`),
  'bank-return-lines.colocar': (world, who) =>
    waitingLineCases(world, who, 'colocar', owner => ({
      bill_id: world.target('bills-to-receive', owner)?.id,
      over: true,
    })),
  'bank-return-lines.devolver': (world, who) =>
    waitingLineCases(world, who, 'devolver', () => ({ returned_on: '2026-11-01', reason: 'Pix ao pagador' })),
  'bank-return-lines.explicar': (world, who) =>
    waitingLineCases(world, who, 'explicar', () => ({ reason: 'Aluguel de torre' })),
  // The line is waiting already.
  'bank-return-lines.reabrir': async (world, who) => {
    await sql`update bank_return_lines set state = 'espera'`.execute(world.db)
    return rowCases(world, who, 'bank-return-lines', 409, row => `bank-return-lines/${row}/reabrir`).map(each => ({
      ...each,
      body: { reason: 'Engano' },
    }))
  },
}
