import { sql } from 'kysely'
import { can, isStaff } from '#kernel/access.ts'
import { dayAfter } from '#kernel/clock.ts'
import { count } from '#kernel/text.ts'
import type { OwnEvents } from '#features/regulatory/obligations/feed.server.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { answeredBy } from '#features/regulatory/tasks/day.server.ts'
import { openTaskSql } from '#features/regulatory/tasks/done.server.ts'
import { standsFor } from '#parts/person/person.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { scopeSql } from '#server/scope.ts'

interface TasksOfDay {
  /** The template's, or the task's own where it has none. */
  readonly key: string
  readonly title: string
  readonly last_on: string
  /** The office's own earliest day of them. */
  readonly due_on: string
  readonly clients: readonly string[]
}
/** Names listed; of the rest, only the number. */
const namesListed = 20
const clientText = { one: 'cliente', many: 'clientes', gender: 'm' } as const

/**
 * Open tasks of the link's owner as calendar days; those of one template on one day are one event. Tasks of an obligation are
 * left out: it has its own event.
 */
export const taskEvents =
  (catalog: () => Catalog): OwnEvents =>
  async (ctx, { from, to, today }, { at, owner }) => {
    if (!isStaff(ctx.user) || !can(ctx.user, 'tarefas.clientes.meu-dia')) return []
    const people = await standsFor(ctx.sql, ctx.user.id, today)
    const { rows } = await sql<TasksOfDay>`
      select coalesce(m.uuid, t.uuid)::text as key, coalesce(m.nome, t.name) as title, t.last_on::text as last_on, min(t.due_on)::text as due_on,
        json_agg(c.name order by c.name collate pt_br) as clients
      from client_tarefas t join clients c on c.id = t.client_id and c.deleted_at is null left join tarefas m on m.id = t.tarefa_id
      where t.deleted_at is null and t.active and t.obligation is null
        and t.last_on between ${from}::date and ${to}::date and ${answeredBy(people)}
        and ${sql.raw(openTaskSql('t'))} and ${scopeSql(catalog(), clientTasks, ctx.user)}
      group by 1, 2, 3 order by 3, 2`.execute(ctx.sql)
    return rows.map(({ key, title, last_on, due_on, clients }) => ({
      uid: `${key}-${last_on}-${owner}@${new URL(at).hostname}`,
      day: last_on,
      summary: clients.length > 1 ? `${title} (${count(clients.length, clientText)})` : `${title}: ${clients[0]}`,
      description: [
        ...clients.slice(0, namesListed),
        ...(clients.length > namesListed ? [`mais ${count(clients.length - namesListed, clientText)}`] : []),
      ].join('\n'),
      url: `${at}/tarefas/meu-dia`,
      ...(last_on >= today && { alarm: { day: [due_on, dayAfter(last_on, -1)].toSorted()[0] ?? due_on, says: title } }),
    }))
  }
