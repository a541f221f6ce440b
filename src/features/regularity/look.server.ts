import * as z from 'zod'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { day } from '#kernel/schema.ts'
import { refuseFuture } from '#features/obligations/mark.server.ts'
import { checks, clientTasks, type ItemState } from '#features/tasks/client-tasks.ts'
import { key } from '#server/crud.ts'
import { done, operation } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

const looked = z.strictObject({
  item: z.uuid('Escolha um item da lista.'),
  status: z.custom<ItemState>(value => typeof value === 'string' && value in checks, 'Escolha uma situação.'),
  checked_on: day,
})

/** Says what was found of an item of a task's checklist, on the day it was; what was found before stays in the history. */
export const lookOperation = operation<{ id: string }, unknown, z.infer<typeof looked>>({
  id: 'client-tarefas.conferir',
  summary: 'Dizer o que se encontrou de um item da lista de conferência',
  method: 'PUT',
  url: '/api/v1/client-tarefas/:id/conferir',
  access: 'permission',
  scope: clientTasks,
  rate: 'write',
  audit: 'client-tarefas.update',
  params: z.object({ id: key }),
  body: looked,
  answers: { 200: doneJson(rowJson(clientTasks)) },
  handle: async (ctx, { params, body: { item, status, checked_on } }) => {
    refuseOutsiders(ctx)
    const task = await ctx.rows(clientTasks).hold(params.id)
    if (!task.items.some(each => each.uuid === item)) throw problem('missing', 'Este item não está mais na tarefa.')
    refuseFuture(checked_on)
    const found =
      status === 'nao-consultado' ? { checked_on: null, user_id: null } : { checked_on, user_id: ctx.user.id }
    const items = task.items.map(each => (each.uuid === item ? { ...each, status, ...found } : each))
    return done(200, 'Conferência guardada.', await ctx.rows(clientTasks).update(task.id, { items }))
  },
})
