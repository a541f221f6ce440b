import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { firstDay, lastDay, periodOf } from '#parts/period/period.ts'
import { readTaskBoard, type BoardColumn, type TaskBoard, type TaskBoardRow } from '#features/regulatory/tasks/api.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { doneSql } from '#features/regulatory/tasks/done.server.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'

/** The tasks due in a month, of the clients the user sees. */
async function boardOf(ctx: Ctx, catalog: Catalog, month: string, today: string): Promise<TaskBoard> {
  const of = periodOf(`${month}-01`)
  const { rows } = await sql<TaskBoardRow>`
    select json_build_object('id', c.id, 'uuid', c.uuid, 'name', c.name) as client, u.name as responsible, w.total, w.done, w.late, w.cells
    from (
      select x.client_id, count(*)::int as total, count(*) filter (where x.done)::int as done,
        count(*) filter (where not x.done and x.last_on < ${today}::date)::int as late,
        json_agg(json_build_object('tarefa', x.tarefa_id, 'uuid', x.uuid, 'name', x.name, 'last_on', x.last_on, 'done', x.done)
          order by x.last_on, x.id) as cells
      from (
        select t.id, t.client_id, t.tarefa_id, t.uuid, t.name, t.last_on, ${sql.raw(doneSql('t'))} as done
        from client_tarefas t
        where t.deleted_at is null and t.active and t.last_on between ${firstDay(of)}::date and ${lastDay(of)}::date
          and ${scopeSql(catalog, clientTasks, ctx.user)}) x
      group by x.client_id) w
    join clients c on c.id = w.client_id
    left join users u on u.id = c.responsible_id
    order by c.name collate pt_br, c.id`.execute(ctx.sql)
  const columns = await columnsOf(ctx, rows)
  const sum = (what: 'total' | 'done' | 'late') => rows.reduce((all, row) => all + row[what], 0)
  return { today, columns, rows, total: sum('total'), done: sum('done'), late: sum('late') }
}

async function columnsOf(ctx: Ctx, rows: readonly TaskBoardRow[]): Promise<readonly BoardColumn[]> {
  const counts = new Map<number | null, { total: number; done: number }>()
  for (const { cells } of rows)
    for (const { tarefa, done } of cells) {
      const found = counts.get(tarefa) ?? { total: 0, done: 0 }
      found.total++
      if (done) found.done++
      counts.set(tarefa, found)
    }
  const { rows: names } = await sql<{ id: number; nome: string }>`
    select id, nome from tarefas where id = any(${[...counts.keys()].filter(id => id !== null)}::bigint[])
    order by nome collate pt_br, id`.execute(ctx.sql)
  const byHand = counts.get(null)
  return [
    ...names.map(({ id, nome }) => ({ id, name: nome, total: 0, done: 0, ...counts.get(id) })),
    ...(byHand ? [{ id: null, name: 'Outras', ...byHand }] : []),
  ]
}

export const boardRoute = (catalog: () => Catalog) =>
  serve(readTaskBoard, async (ctx, { query }) => {
    refuseOutsiders(ctx)
    return boardOf(ctx, catalog(), query.month, dayIn(new Date()).day)
  })
