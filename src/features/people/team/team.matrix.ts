import { sql } from 'kysely'
import { absences } from '#features/people/team/absences.ts'
import { handovers } from '#features/people/team/handovers.ts'
import { newRowCases, type MatrixCases } from '#test/support/matrix/cases.ts'

export const teamMatrix: MatrixCases = {
  'people.carga': () => [{ about: 'theirs', url: 'people/carga', status: 200 }],
  'people.minhas': () => [{ about: 'theirs', url: 'people/minhas', status: 200 }],
  'handovers.previa': world => [
    {
      about: 'what is nobody’s',
      url: `handovers/previa?receiver_id=${world.people.staffA}&kinds=clients`,
      status: 200,
    },
  ],
  // A handover is made only as its preview showed it.
  'handovers.store': world => [
    {
      about: 'not as it was shown',
      url: 'handovers',
      body: { giver_id: null, receiver_id: world.people.staffA, kinds: ['clients'], seal: '0'.repeat(64) },
      status: 409,
    },
  ],
  'handovers.desfazer': async (world, who) => newRowCases(world, who, handovers, 'desfazer'),
  'absences.encerrar': async (world, who) => {
    const cases = await newRowCases(world, who, absences, 'encerrar')
    // This absence includes today, and no other does.
    return cases.map(each => ({
      ...each,
      before: () =>
        sql`update absences set since = case when uuid::text = ${each.url.split('/')[1]} then current_date - 1 else date '2040-01-01' + id::int end,
          until = case when uuid::text = ${each.url.split('/')[1]} then current_date + 5 else date '2040-01-01' + id::int end`.execute(
          world.db,
        ),
    }))
  },
}
