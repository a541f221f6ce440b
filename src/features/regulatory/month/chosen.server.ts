import { sql } from 'kysely'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { filling } from '#features/regulatory/collects/coleta/steps.ts'
import type { LeftColeta } from '#features/regulatory/month/api.ts'
import type { Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'

export const coletas = { one: 'coleta', many: 'coletas', gender: 'f' } as const

/** Before they are judged, and in one order, so that no two requests wait for each other. */
export const lockColetas = ({ sql: db }: Ctx, uuids: readonly string[]) =>
  sql`select 1 from collects where uuid = any(${[...uuids]}::uuid[]) order by id for no key update`.execute(db)

/** Does something to each of the chosen that are not closed; `act` answers why it was not done. */
export async function toEach(
  ctx: Ctx,
  uuids: readonly string[],
  act: (collect: Versioned<Collect>) => Promise<readonly string[]>,
  isOpen = ({ status }: Collect) => filling.includes(status?.name ?? ''),
) {
  const refused: LeftColeta[] = []
  const acted: Collect[] = []
  for (const uuid of new Set(uuids)) {
    const collect = await ctx.rows(collects).find(uuid)
    const reasons = !collect.active
      ? ['Está inativa.']
      : isOpen(collect)
        ? await act(collect)
        : [`Já está ${collect.status?.name.toLowerCase() ?? 'fechada'}.`]
    if (reasons.length) refused.push({ uuid: collect.uuid, name: collect.client.name, reasons })
    else acted.push(collect)
  }
  return { acted, refused }
}
