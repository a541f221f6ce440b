import { sql } from 'kysely'
import type { ListedOf } from '#kernel/resource.ts'
import type { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { isReady, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { shownTo } from '#parts/shown/shown.server.ts'
import type { Ctx } from '#server/operation.ts'

/** A file needs these fields of its coleta; its lines are read in place. */
export type Fileable = Pick<
  ListedOf<typeof collects>,
  'id' | 'client_id' | 'client' | 'service_type_id' | 'service_type' | 'year' | 'month'
>

interface SiblingRow extends Pick<Fileable, 'id' | 'client_id' | 'service_type_id' | 'year' | 'month'> {
  readonly fistel: string
  readonly status: string
}
const keyOf = (of: Omit<SiblingRow, 'id' | 'fistel' | 'status'>) =>
  [of.client_id, of.service_type_id, of.year, of.month].join(' ')

/**
 * The other coletas whose accesses go in the same file: Anatel takes one per CNPJ, service and month, whatever the
 * fistéis, and a second one replaces the first. `ready` are ids; `late` says which of them are not ready to go.
 */
export async function siblingsOf(ctx: Ctx, some: readonly Fileable[]) {
  const column = (name: 'client_id' | 'service_type_id' | 'year' | 'month') => some.map(each => each[name])
  const { rows } = await sql<SiblingRow>`
    select k.id, k.client_id, k.service_type_id, k.year, k.month, f.fistel, t.name as status
    from collects k join fistels f on f.id = k.fistel_id join statuses t on t.id = k.status_id
    where (k.client_id, k.service_type_id, k.year, k.month) in (
        select * from unnest(${column('client_id')}::bigint[], ${column('service_type_id')}::bigint[],
          ${column('year')}::integer[], ${column('month')}::integer[]))
      and k.deleted_at is null and k.active and not k.ignore_export and ${shownTo(ctx.user, 'f')} order by k.id`.execute(
    ctx.sql,
  )
  const together = new Map<string, SiblingRow[]>()
  for (const row of rows) together.set(keyOf(row), [...(together.get(keyOf(row)) ?? []), row])
  return (collect: Fileable) => {
    const others = (together.get(keyOf(collect)) ?? []).filter(({ id }) => id !== collect.id)
    const step = ({ status }: SiblingRow) => stepOf({ name: status })
    return {
      ready: others.filter(each => isReady(step(each))).map(({ id }) => id),
      late: others
        .filter(each => !isReady(step(each)) && step(each) !== 'dispensada')
        .map(each => `fistel ${each.fistel}: ${steps[step(each)].name.toLowerCase()}`),
    }
  }
}
