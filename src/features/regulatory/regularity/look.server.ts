import { problem } from '#kernel/problem.ts'
import { refuseFuture } from '#features/regulatory/obligations/mark.server.ts'
import { checkTaskItem } from '#features/regulatory/regularity/api.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { doneAnswer } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** Says what was found of an item of a task's checklist, on the day it was; what was found before stays in the history. */
export const lookRoute = serve(checkTaskItem, async (ctx, { id, body: { item, status, checked_on } }) => {
  refuseOutsiders(ctx)
  const task = await ctx.rows(clientTasks).hold(id)
  if (!task.items.some(each => each.uuid === item)) throw problem('missing', 'Este item não está mais na tarefa.')
  refuseFuture(checked_on)
  const found = status === 'nao-consultado' ? { checked_on: null, user_id: null } : { checked_on, user_id: ctx.user.id }
  const items = task.items.map(each => (each.uuid === item ? { ...each, status, ...found } : each))
  return doneAnswer(200, 'Conferência guardada.', await ctx.rows(clientTasks).update(task.id, { items }))
})
