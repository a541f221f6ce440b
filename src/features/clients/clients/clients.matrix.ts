import { sql } from 'kysely'
import { clientCases, responsibleCases, sees, type MatrixCases } from '#test/support/matrix/cases.ts'

export const clientsMatrix: MatrixCases = {
  'clients.observations.store': (world, who) => {
    const [own, other] = ['A1', 'B1'].map(owner => world.target('clients', owner === 'A1' ? 'A1' : 'B1')?.uuid)
    const [mine, theirs] = sees(who, 'A1') ? [own, other] : [other, own]
    const body = { content: 'Ligou pela manhã' }
    return [
      { about: 'own', url: `clients/${mine}/observations`, body, status: 201 },
      ...(sees(who, 'A1') && sees(who, 'B1')
        ? []
        : [{ about: 'foreign', url: `clients/${theirs}/observations`, body, status: 404 }]),
    ]
  },
  'clients.ver-como': async (world, who) => {
    const person = sees(who, 'A1') ? 'clientA' : 'clientB'
    const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${world.people[person]}`.execute(
      world.db,
    )
    const body = { user: rows[0]?.uuid }
    return clientCases(world, who, client => `clients/${client}/ver-como`).map(each => ({ ...each, body }))
  },
  'users.me.ver-como.destroy': () => [{ about: 'not looking', url: 'users/me/ver-como', status: 404 }],
  'clients.responsavel': (world, who) => responsibleCases(world, who, 'clients'),
  'clients.twins': () => [{ about: 'like ones', url: 'clients/twins?name=zz&document=11222333000181', status: 200 }],
  'clients.adicionar-responsavel': (world, who) =>
    clientCases(world, who, client => `clients/${client}/adicionar-responsavel`).map(each => ({
      ...each,
      body: { responsible: `Quem responde a ${who}`, phone: '(12) 99712-3456' },
    })),
  'users.me.clients': () => [{ about: 'own', url: 'users/me/clients', status: 200 }],
}
