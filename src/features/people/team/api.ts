import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { handovers } from '#features/people/team/handovers.ts'
import { team } from '#features/people/team/team.ts'
import { users } from '#features/people/users/users.ts'
import { workLoad, personLoad, personWork } from '#features/people/team/schema.ts'

const teamWork = z.object({ today: z.string(), people: listShape(personLoad), nobody: listShape(workLoad) })
/** The team and what each person has to do, the most pressed first. */
export type TeamWork = z.infer<typeof teamWork>

export const readTeamLoad = call.get('/people/carga', {
  id: 'people.carga',
  summary: 'Ver quanto cada pessoa da equipe tem a fazer, e o que não é de ninguém',
  of: team,
  rate: 'heavy',
  answer: dataShape(teamWork),
})
export const readPersonWork = call.get('/users/:id/trabalho', {
  id: 'users.trabalho',
  summary: 'Ver o que a pessoa tem em mãos',
  of: users,
  staffOnly: true,
  answer: dataShape(personWork),
})
export const readOwnPeople = call.get('/people/minhas', {
  id: 'people.minhas',
  summary: 'Ver de quem é, hoje, o trabalho que faço, e quem está fora',
  of: team,
  answer: dataShape(
    z.object({
      today: z.string(),
      /** Their own id, unless they are away, and the ids of those they substitute. */
      people: listShape(z.int()),
      away: listShape(
        z.object({
          person: z.int(),
          name: z.string(),
          stand_in: z.object({ id: z.int(), name: z.string() }),
          until: z.string(),
        }),
      ),
    }),
  ),
})

/** What a hand-over, or the way back, does to one kind of work. */
const lookedKind = {
  kind: z.string(),
  rows: listShape(z.object({ id: z.int(), name: z.string() })),
  left: listShape(z.object({ id: z.int(), name: z.string(), why: z.string() })),
}
const handingLook = z.object({
  seal: z.string(),
  kinds: listShape(z.object({ ...lookedKind, moved: z.int(), carried: z.int(), kept: z.int() })),
})
/** What would be handed over, and the seal by which that is confirmed. */
export type HandingLook = z.infer<typeof handingLook>

const person = z.coerce.number('Escolha uma pessoa.').int().positive()
export const previewHandover = call.get('/handovers/previa', {
  id: 'handovers.previa',
  summary: 'Ver o que passaria de uma pessoa a outra, antes de passar',
  of: handovers,
  rate: 'heavy',
  query: z.strictObject({
    /** Without it, what no one answers for. */
    giver_id: person.optional(),
    receiver_id: person,
    /** 'clients,collects'. */
    kinds: z.string('Escolha o que passar.').max(200),
  }),
  answer: dataShape(handingLook),
})
export const handOver = call.post('/handovers', {
  id: 'handovers.store',
  summary: 'Passar o trabalho de uma pessoa a outra, como a prévia mostrou',
  of: handovers,
  rate: 'heavy',
  body: z.strictObject({
    giver_id: z.int('Escolha uma pessoa.').positive().nullable(),
    receiver_id: z.int('Escolha uma pessoa.').positive(),
    kinds: z.array(z.string().max(60), 'Escolha o que passar.').min(1).max(20),
    seal: z.string('Veja a prévia antes.').length(64, 'Veja a prévia antes.'),
  }),
  status: 201,
  answer: doneShape(rowShape(handovers)),
})

const returnLook = listShape(z.object({ ...lookedKind, back: z.int(), stays: z.int() }))
export const previewGivingBack = call.get('/handovers/:id/volta', {
  id: 'handovers.volta',
  summary: 'Ver o que voltaria de uma passagem, antes de a desfazer',
  of: handovers,
  rate: 'heavy',
  answer: dataShape(returnLook),
})
export const undoHandover = call.put('/handovers/:id/desfazer', {
  id: 'handovers.desfazer',
  summary: 'Desfazer uma passagem: volta o que ninguém mudou depois',
  of: handovers,
  rate: 'heavy',
  answer: doneShape(z.object({ row: rowShape(handovers), kinds: returnLook })),
})
