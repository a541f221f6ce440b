import { clientCases, owners, sees, staffOnly, type MatrixCases } from '#test/support/matrix/cases.ts'

const statementDays = 'from=2026-01-01&to=2026-01-31'

export const statementsMatrix: MatrixCases = {
  'clients.extrato': (world, who) => clientCases(world, who, client => `clients/${client}/extrato?${statementDays}`),
  'clients.extrato.pdf': (world, who) =>
    clientCases(world, who, client => `clients/${client}/extrato/pdf?${statementDays}`),
  'clients.extrato.carta': (world, who) =>
    clientCases(world, who, client => `clients/${client}/extrato/carta?${statementDays}`).map(staffOnly(who)),
  // The address belongs to no person of the client: the request is refused where the client is visible.
  'clients.extrato.enviar': (world, who) =>
    clientCases(world, who, client => `clients/${client}/extrato/enviar`)
      .map(each => ({
        ...each,
        body: { from: '2026-01-01', to: '2026-01-31', email: 'ninguem@exemplo.com' },
        ...(each.status === 200 && { status: 422 }),
      }))
      .map(staffOnly(who)),
  'bills-to-receive.extratos': (world, who) =>
    owners
      .map(owner => ({
        about: owner,
        url: 'bills-to-receive/extratos',
        body: {
          from: '2026-01-01',
          to: '2026-01-31',
          clients: [world.target('clients', owner)?.uuid],
          trial: true,
        },
        status: sees(who, owner) ? 200 : 404,
        audits: 0,
      }))
      .map(staffOnly(who)),
}
