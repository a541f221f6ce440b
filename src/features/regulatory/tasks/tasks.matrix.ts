import { sql } from 'kysely'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import {
  clientCases,
  owners,
  responsibleCases,
  sees,
  type MatrixCase,
  type MatrixCases,
} from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Makes a task of an own client and of a foreign one, already done or still open. */
const makeTasks = (world: World, who: Principal, isDone: boolean) =>
  Promise.all(
    owners.map(async owner => {
      const { id, uuid } = await world.make(clientTasks, owner)
      if (isDone) await sql`update client_tarefas set done_on = '2026-01-05' where id = ${id}`.execute(world.db)
      return {
        about: owner,
        uuid,
        client: world.target('clients', owner)?.uuid,
        status: sees(who, owner) ? 200 : 404,
      }
    }),
  )

const actOnTask = (isDone: boolean) => (isDone ? 'reabrir' : 'concluir')

const bodyOfAct = (isDone: boolean) => (isDone ? { why: 'Faltou uma guia' } : { note: 'Guia paga' })

const taskCases = async (world: World, who: Principal, isDone: boolean): Promise<readonly MatrixCase[]> =>
  (await makeTasks(world, who, isDone)).map(({ about, client, uuid, status }) => ({
    about,
    url: `clients/${client}/tarefas/${uuid}/${actOnTask(isDone)}`,
    body: bodyOfAct(isDone),
    status,
  }))

const batchCases = async (world: World, who: Principal, isDone: boolean): Promise<readonly MatrixCase[]> =>
  (await makeTasks(world, who, isDone)).map(({ about, uuid, status }) => ({
    about,
    url: `tarefas/clientes/${actOnTask(isDone)}`,
    body: { uuids: [uuid], ...bodyOfAct(isDone) },
    status,
  }))

export const tasksMatrix: MatrixCases = {
  'client-tarefas.responsavel': (world, who) => responsibleCases(world, who, 'client-tarefas'),
  'clients.tarefas': (world, who) => clientCases(world, who, client => `clients/${client}/tarefas`),
  'clients.tarefas.sincronizar': (world, who) =>
    clientCases(world, who, client => `clients/${client}/tarefas/sincronizar`).map(each => ({
      ...each,
      body: {},
      audits: 0,
    })),
  'clients.tarefas.concluir': (world, who) => taskCases(world, who, false),
  'clients.tarefas.reabrir': (world, who) => taskCases(world, who, true),
  // The task has no such item, which is also the answer where the task is visible.
  'client-tarefas.conferir': async (world, who) =>
    (await makeTasks(world, who, false)).map(({ about, uuid }) => ({
      about,
      url: `client-tarefas/${uuid}/conferir`,
      body: { item: '00000000-0000-4000-8000-000000000000', status: 'em-dia', checked_on: '2026-01-05' },
      status: 404,
    })),
  // These tasks come from no template: a visible one is refused, and a foreign one is not found.
  'tarefas.clientes.reprocessar': async (world, who) =>
    (await makeTasks(world, who, false)).map(({ about, uuid, status }) => ({
      about,
      url: `tarefas/clientes/${uuid}/reprocessar`,
      status: status === 200 ? 409 : status,
    })),
  'tarefas.clientes.meu-dia': () => [{ about: 'theirs', url: 'tarefas/clientes/meu-dia', status: 200 }],
  'tarefas.clientes.quadro': () => [{ about: 'theirs', url: 'tarefas/clientes/quadro?month=2024-02', status: 200 }],
  'tarefas.sincronizar': () => [{ about: 'theirs', url: 'tarefas/sincronizar', body: {}, status: 200, audits: 0 }],
  'tarefas.clientes.concluidas': () => [{ about: 'theirs', url: 'tarefas/clientes/concluidas', status: 200 }],
  'tarefas.clientes.concluir': (world, who) => batchCases(world, who, false),
  'tarefas.clientes.reabrir': (world, who) => batchCases(world, who, true),
}
