import { sql } from 'kysely'
import { clientCases, owners, sees, staffOnly, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases of an act on a bill of an own client, and on a foreign one. */
const billCases = (world: World, who: Principal, act: string, own: number): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: `bills-to-receive/${world.target('bills-to-receive', owner)?.uuid}/${act}`,
    status: sees(who, owner) ? own : 404,
  }))

export const billsMatrix: MatrixCases = {
  'clients.cobranca.pausar': (world, who) =>
    clientCases(world, who, client => `clients/${client}/cobranca`).map(each => ({
      ...each,
      body: { paused: true },
      after: () => sql`delete from dunning_pauses`.execute(world.db),
    })),
  'bills-to-receive.recebimentos': (_world, who) =>
    [{ about: 'theirs', url: 'bills-to-receive/recebimentos', status: 200 }].map(staffOnly(who)),
  'bills-to-receive.regua': (_world, who) =>
    [{ about: 'theirs', url: 'bills-to-receive/regua?ruler=-10,0', status: 200 }].map(staffOnly(who)),
  'bills-to-receive.soma': () => [{ about: 'own', url: 'bills-to-receive/soma', status: 200 }],
  // These bills have no boleto, and the account has no company: issued boletos have a test of their own.
  'bills-to-receive.emitir-boleto': (world, who) => billCases(world, who, 'emitir-boleto', 409),
  'bills-to-receive.cancelar-boleto': (world, who) => billCases(world, who, 'cancelar-boleto', 409),
  'bills-to-receive.boleto': (world, who) => billCases(world, who, 'boleto', 409),
  'bills-to-receive.pagamento': (world, who) => billCases(world, who, 'pagamento', 200),
  'bills-to-receive.boletos': () => [
    { about: 'a month without any', url: 'bills-to-receive/boletos', body: { year: 2001, month: 1 }, status: 409 },
  ],
}
