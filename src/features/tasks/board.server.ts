import { sql } from 'kysely'
import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { boolean, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { firstDay, lastDay, periodOf } from '#parts/period/period.ts'
import type { BoardColumn, TaskBoardRow, TaskBoard } from '#features/tasks/board.ts'
import { clientTasks } from '#features/tasks/client-tasks.ts'
import { doneSql } from '#features/tasks/done.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { scopeSql } from '#server/scope.ts'

const asked = z.strictObject({
  month: z.string('Informe um mês, como 2026-11.').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.'),
})

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

export const boardOperation = (catalog: () => Catalog): AnyOperation =>
  operation<unknown, z.infer<typeof asked>>({
    id: 'tarefas.clientes.quadro',
    summary: 'Ver as tarefas de um mês, cliente por tarefa',
    method: 'GET',
    url: '/api/v1/tarefas/clientes/quadro',
    access: 'permission',
    scope: clientTasks,
    rate: 'heavy',
    audit: null,
    query: asked,
    answers: {
      200: shape({
        today: string,
        columns: list(shape({ id: maybe(integer), name: string, total: integer, done: integer })),
        rows: list(
          shape({
            client: shape({ id: integer, uuid: string, name: string }),
            responsible: maybe(string),
            total: integer,
            done: integer,
            late: integer,
            cells: list(shape({ tarefa: maybe(integer), uuid: string, name: string, last_on: string, done: boolean })),
          }),
        ),
        total: integer,
        done: integer,
        late: integer,
      }),
    },
    handle: async (ctx, { query }) => {
      refuseOutsiders(ctx)
      return boardOf(ctx, catalog(), query.month, dayIn(new Date()).day)
    },
  })
