import { sql } from 'kysely'
import { label, type Period } from '#parts/period/period.ts'
import type { Ctx } from '#server/operation.ts'

/** Anatel's code of a service. */
export const termOf = async (ctx: Ctx, service_type_id: number | null) =>
  (await termsOf(ctx)).get(service_type_id ?? 0) ?? null

/** Those of all services, by id. */
export async function termsOf(ctx: Ctx): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await sql<{ id: number; term: string | null }>`select id, term from service_types`.execute(ctx.sql)
  return new Map(rows.map(({ id, term }) => [id, term]))
}

/** Why there is no file of a coleta. */
export const otherService = ({ service_type, year, month }: Serviced) =>
  `Não há layout de arquivo mensal de ${service_type?.name ?? 'outro serviço'} para ${label({ year, month })}.`
/** A month of a service. */
interface Serviced extends Period {
  readonly service_type: { readonly name: string } | null
}
