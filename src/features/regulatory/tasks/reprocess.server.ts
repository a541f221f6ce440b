import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { problem, Problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { lookUpCompany } from '#features/clients/registry/look-up.server.ts'
import { recheckTask } from '#features/regulatory/tasks/api.ts'
import { clientTasks, type ClientTask } from '#features/regulatory/tasks/client-tasks.ts'
import type { Company } from '#parts/company/company.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The item of a checklist that the federal registry answers. */
const registryItem = 'Situação cadastral na Receita'

/** Repeats the automatic look-up of a task's template, and writes the answer into its checklist. */
export const recheckRoute = serve(recheckTask, async (ctx, { id }) => {
  const task = await ctx.rows(clientTasks).find(id)
  await refuseUnasked(ctx, task)
  const { document } = await ctx.rows(clients).find(task.client_id, [])
  if (document.length !== 14)
    throw problem('conflict', 'O cliente está cadastrado com CPF: na Receita só se consulta um CNPJ.')
  const version = versionIn(ctx)
  const { answer } = await lookUpCompany(ctx, document, task.client_id).catch(async (thrown: unknown) => {
    // The reason is stored for the next reader of the task.
    if (thrown instanceof Problem)
      await ctx.transact(inner =>
        inner.rows(clientTasks).update(task.id, { asked_error: thrown.message.slice(0, 500) }, version, 'reprocessar'),
      )
    throw thrown
  })
  const updated = await ctx.transact(async inner => {
    const now = await inner.rows(clientTasks).lock(task.id)
    await refuseUnasked(inner, now)
    const draft = {
      items: withAnswer(inner, now.items, answer),
      asked_at: new Date().toISOString(),
      asked_error: null,
    }
    return inner.rows(clientTasks).update(task.id, draft, version, 'reprocessar')
  })
  return new Answer(200, doneAnswer(200, `Na Receita: ${answer.situation ?? 'sem situação informada'}.`, updated), {
    ETag: `"${updated.version}"`,
  })
})

/** Only what its template looks up by itself, while it is open. */
async function refuseUnasked({ sql: db }: Ctx, { tarefa_id, done: isDone }: ClientTask) {
  if (isDone) throw problem('conflict', 'A tarefa está feita: reabra antes de consultar de novo.')
  const { rows } = await sql<{
    automation: string | null
  }>`select automation from tarefas where id = ${tarefa_id}`.execute(db)
  if (rows[0]?.automation !== 'cadastro')
    throw problem('conflict', 'O modelo desta tarefa não pede consulta automática.')
}

function withAnswer(ctx: Ctx, items: ClientTask['items'], { situation }: Pick<Company, 'situation'>) {
  const status =
    situation === null
      ? ('nao-consultado' as const)
      : /^ativa$/i.test(situation)
        ? ('em-dia' as const)
        : ('pendente' as const)
  const today = dayIn(new Date()).day
  const [year, month, day] = today.split('-')
  const note = situation === null ? 'A Receita não informou a situação.' : `${situation}, em ${day}/${month}/${year}.`
  const looked = situation === null ? { checked_on: null, user_id: null } : { checked_on: today, user_id: ctx.user.id }
  const told = { status, note, ...looked }
  return items.some(({ name }) => name === registryItem)
    ? items.map(item => (item.name === registryItem ? { ...item, ...told } : item))
    : [...items, { name: registryItem, link: null, ...told }]
}
