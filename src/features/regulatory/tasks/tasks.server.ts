import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { dueNotice, newTask, tellDue } from '#features/regulatory/tasks/due.server.ts'
import { actRoutes } from '#features/regulatory/tasks/act.server.ts'
import { boardRoute } from '#features/regulatory/tasks/board.server.ts'
import { dayRoute } from '#features/regulatory/tasks/day.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { clientTasks, type ClientTask } from '#features/regulatory/tasks/client-tasks.ts'
import { doneSql, openTaskSql, settledBySql, settledOnSql } from '#features/regulatory/tasks/done.server.ts'
import { settleTasks } from '#features/regulatory/tasks/settle.server.ts'
import { recheckRoute } from '#features/regulatory/tasks/reprocess.server.ts'
import { syncRoutes, syncTasks } from '#features/regulatory/tasks/sync.server.ts'
import { taskSyncs } from '#features/regulatory/tasks/syncs.ts'
import { tasks } from '#features/regulatory/tasks/tasks.ts'
import { refuseNonsense, withStart } from '#features/regulatory/tasks/templates.server.ts'
import { countedResult, hour } from '#parts/chore/chore.ts'
import { refuseOutsider, responsibleSql } from '#parts/person/person.server.ts'
import { notify } from '#parts/notice/notice.server.ts'
import { ownDay } from '#parts/person/told.ts'
import { tellAssigned } from '#parts/person/told.server.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import { isSuperAdmin } from '#kernel/access.ts'
import type { Catalog } from '#server/catalog.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

type TaskDraft = Partial<StoredOf<typeof clientTasks>>

function refuseDays({ due_on: due, legal_on: legal, opens_on: opens }: TaskDraft) {
  if (due && legal && due > legal) throw invalid({ due_on: 'O prazo da casa é até o prazo legal.' })
  if (due && opens && opens > due) throw invalid({ opens_on: 'Abre depois do prazo.' })
}

/** Records who checked each item, and when, wherever its status changes. */
function withLooks(items: TaskDraft['items'], before: ClientTask['items'], ctx: Ctx): TaskDraft['items'] {
  const stood = new Map(before.map(each => [each.id, each]))
  const today = dayIn(new Date()).day
  return items?.map(item => {
    const own = item.id === undefined ? undefined : stood.get(item.id)
    const status = item.status ?? 'nao-consultado'
    // Only code gives a check with its date: users cannot write one.
    if (item.checked_on !== undefined) return { ...item, status }
    const same = own ? own.status === status : status === 'nao-consultado'
    const at = same
      ? { checked_on: own?.checked_on ?? null, user_id: own?.user_id ?? null }
      : {
          checked_on: status === 'nao-consultado' ? null : today,
          user_id: status === 'nao-consultado' ? null : ctx.user.id,
        }
    return { ...item, status, ...at }
  })
}

const chargeOf = ({
  responsible_id,
  client_id,
}: Pick<StoredOf<typeof clientTasks>, 'responsible_id' | 'client_id'>) => ({
  person: responsible_id,
  of: { client: client_id },
})

async function tellOfNew(ctx: Ctx, { name, responsible_id: person, client_id }: StoredOf<typeof clientTasks>) {
  if (person == null || !ctx.session_id) return
  // A client the user cannot see is refused later, so nobody is notified.
  const client = await ctx.rows(clients).seek(client_id)
  if (!client) return
  const title = `Tarefa nova para você: ${name}, de ${client.name}`
  await notify(ctx, { kind: newTask, to: [person], of: clients, uuid: client.uuid, title, path: ownDay })
}

const extensions = [
  extend(tasks, {
    beforeCreate: async (draft, ctx) => {
      await refuseNonsense(draft, ctx)
      return withStart(draft)
    },
    beforeUpdate: async (draft, row, ctx) => {
      await refuseNonsense({ ...row, ...draft }, ctx, row.id)
      return draft
    },
    beforeRevive: (row, ctx) => refuseNonsense(row, ctx, row.id),
  }),
  extend(clientTasks, {
    lockedAfter: ['client'],
    operations: [...actRoutes, ...syncRoutes, recheckRoute],
    derived: {
      answered_by: alias => responsibleSql(alias, 'responsible_id'),
      done: doneSql,
      settled_on: settledOnSql,
      settled_by: settledBySql,
    },
    beforeCreate: async (draft, ctx) => {
      refuseDays(draft)
      // Those of a template were looked at together.
      if (draft.tarefa_id == null) {
        await refuseOutsider(ctx, chargeOf(draft))
        await tellOfNew(ctx, draft)
      }
      return { ...draft, items: withLooks(draft.items, [], ctx) ?? [] }
    },
    beforeUpdate: async (draft, row, ctx) => {
      // Of which client it is follows from its template.
      if (row.tarefa_id !== null && draft.client_id !== undefined && draft.client_id !== row.client_id)
        throw invalid({ client_id: 'Esta tarefa veio de um modelo: o cliente não muda.' })
      const whole = { ...row, ...draft }
      refuseDays(whole)
      if (whole.responsible_id !== row.responsible_id || whole.client_id !== row.client_id)
        await refuseOutsider(ctx, chargeOf(whole))
      await tellAssigned(ctx, {
        of: clientTasks,
        uuid: row.uuid,
        was: row.responsible_id,
        person: whole.responsible_id,
        what: `pela tarefa ${whole.name}, de ${row.client.name}`,
        path: ownDay,
      })
      return draft.items ? { ...draft, items: withLooks(draft.items, row.items, ctx) ?? [] } : draft
    },
    beforeRevive: (row, ctx) => refuseOutsider(ctx, chargeOf(row)),
  }),
  extend(taskSyncs, {
    guard: ({ user_id }, { user }) => {
      if (user_id !== user.id && !isSuperAdmin(user))
        throw problem('forbidden', 'Só quem pediu a sincronização, ou um superadministrador, pode mexer nela.')
    },
    actions: jobActions((ctx, id, changes, event) => ctx.rows(taskSyncs).update(id, changes, undefined, event)),
  }),
]

export const tasksOnServer = (catalog: () => Catalog): ServerFeature => ({
  extensions,
  operations: () => [dayRoute(catalog), boardRoute(catalog)],
  works: [syncTasks],
  notices: [dueNotice, newTask],
  chores: [
    {
      name: 'prazos',
      title: 'Prazos de cada pessoa',
      about:
        'Nas manhãs dos dias úteis, avisa cada pessoa da equipe do que está atrasado, e do que é para hoje ou para amanhã.',
      every: hour,
      run: async (house, { now }) =>
        countedResult(await tellDue(house, catalog(), now), 'pessoa avisada', 'pessoas avisadas', 'f'),
    },
    {
      name: 'tarefas-concluidas',
      title: 'Tarefas concluídas',
      about:
        'Anota quais tarefas de obrigações já estão cumpridas, para que as abertas sejam achadas sem julgar todas.',
      every: hour,
      run: async (house, { signal }) =>
        countedResult(await settleTasks(house, signal), 'tarefa anotada', 'tarefas anotadas', 'f'),
    },
  ],
  burdens: [
    {
      of: clientTasks,
      by: 'responsible_id',
      follows: true,
      open: sql`t.active and ${sql.raw(openTaskSql('t'))}`,
      client: sql`t.client_id`,
      name: sql`t.name || ' · ' || (select bc.name from clients bc where bc.id = t.client_id)`,
      due: {
        columns: ['last_on'],
        day: ({ last_on }) => (typeof last_on === 'string' ? last_on : null),
      },
    },
  ],
})
