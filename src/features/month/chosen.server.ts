import { sql } from 'kysely'
import * as z from 'zod'
import { list, shape, string } from '#kernel/json.ts'
import { collects, type Collect } from '#features/collects/coleta/collects.ts'
import { filling } from '#features/collects/coleta/steps.ts'
import type { Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'

export const coletas = { one: 'coleta', many: 'coletas', gender: 'f' } as const

export const uuid = z.uuid('Informe identificadores de coletas.')
/** Coletas something is done to at once. */
export const chosenColetas = z.strictObject({
  uuids: z.array(uuid, 'Informe a lista de coletas.').min(1).max(2_000),
})

/** Those it was not done to, and why. */
export const leftOut = list(shape({ uuid: string, name: string, reasons: list(string) }))

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
  const refused: { uuid: string; name: string; reasons: readonly string[] }[] = []
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

/** Coletas as a bulk act answered them, to be undone: by uuid, with the version it left. What else the answer says of each is ignored. */
export const writtenColetas = z.strictObject({
  collects: z
    .array(z.object({ uuid, version: z.number().int() }), 'Informe a lista de coletas.')
    .min(1)
    .max(2_000),
})
