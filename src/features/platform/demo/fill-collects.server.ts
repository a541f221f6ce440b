import { sql } from 'kysely'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { daysFrom, knownFor } from '#features/platform/demo/days.ts'
import { requireEntry, sow } from '#features/platform/demo/sow.server.ts'
import type { KnownIds } from '#features/platform/demo/base.ts'
import type { Location } from '#features/platform/demo/accesses.ts'
import { coletasOf, monthCount, stories, type Coleta } from '#features/platform/demo/months.ts'
import type { SentColeta } from '#features/platform/demo/fill-files.server.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { compare, cutoffDay, isLate, shift, type Period } from '#parts/period/period.ts'
import { sentSteps, steps, type Step } from '#features/regulatory/collects/coleta/steps.ts'
import type { Sql } from '#server/operation.ts'

interface CollectSowing {
  readonly known: KnownIds
  /** Ids of the providers, in their order. */
  readonly clients: readonly number[]
  readonly last: Period
  readonly today: string
}

/**
 * Writes the fistels of every provider, then every coleta, its municipalities, its accesses and its money. Answers those
 * that went to Anatel.
 */
export async function fillCollects(
  db: Sql,
  all: readonly DemoProvider[],
  { known, clients, last, today }: CollectSowing,
): Promise<readonly SentColeta[]> {
  const licences = all.flatMap(({ index, fistels: own }) =>
    own.map(each => ({ ...each, client_id: clients[index] ?? 0 })),
  )
  const fistelIds = await sow(
    db,
    fistels,
    licences.map(({ service, ...fistel }) => ({
      ...fistel,
      service_type_id: known('service_types', service),
      // Other services than SCM are new: their first month is still to come.
      created_at: `${daysFrom(today, service === 'SCM' ? -knownFor : 0)}T00:00:00-03:00`,
    })),
  )
  const fistelOf = new Map(licences.map(({ fistel, client_id }, i) => [fistel, { id: fistelIds[i] ?? 0, client_id }]))

  // Before Anatel's last day the month is under way; after it, all but a few are in.
  const past = isLate(last, today)
  // As they came in: by month, the last of them yesterday.
  const yesterday = daysFrom(today, -1)
  const told = all
    .flatMap(provider => coletasOf(provider, last, past).map(coleta => ({ ...coleta, provider })))
    .toSorted((one, other) => one.year - other.year || one.month - other.month)
    .map((coleta, i) => ({ ...coleta, ...wayOf(coleta, i) }))
  const collectIds = await sow(
    db,
    collects,
    told.map(({ fistel, year, month, step, edition, hide_finance, locations, finances }) => {
      const { id, client_id } = requireEntry(fistelOf, fistel)
      const day = [cutoffDay({ year, month }), yesterday].toSorted()[0]
      const at = `${day}T10:00:00-03:00`
      return {
        client_id,
        fistel_id: id,
        service_type_id: known('service_types', 'SCM'),
        year,
        month,
        status_id: known('statuses', step),
        edition,
        hide_finance,
        locations: locations.map(placeOf),
        finances: finances.map(({ regime, gross_billing, ...line }) => ({
          ...line,
          gross_billing: gross_billing ?? 0,
          tax_regime_id: known('tax_regimes', regime),
        })),
        created_at: at,
        updated_at: at,
      }
    }),
  )

  // Who left was there from the first month they filed to the end of the last.
  await sql`
    insert into fistel_tenures (fistel_id, since, until)
    select f.id, min(make_date(k.year, k.month, 1)), (max(make_date(k.year, k.month, 1)) + interval '1 month - 1 day')::date
    from fistels f join collects k on k.fistel_id = f.id
    where not exists (select 1 from fistel_tenures n where n.fistel_id = f.id)
    group by f.id`.execute(db)

  function placeOf({ town, accesses }: Location) {
    return {
      state: town.uf,
      city_id: known('cities', town.ibge),
      accesses_ordered: accesses.map(({ client, attendance, middle, product, technology, speed, amount }) => ({
        client_type_id: known('client_types', client),
        attendance_type_id: known('attendance_types', attendance),
        attendance_middle_id: known('attendance_middles', middle),
        product_type_id: known('product_types', product),
        technology_type_id: known('technology_types', technology),
        speed,
        amount,
      })),
    }
  }

  /** The state of a coleta, and its edition. */
  function wayOf({ provider, done, ...period }: Coleta & { readonly provider: DemoProvider }, i: number) {
    const { resent, reopened, tenfold } = stories
    const is = ({ who, month }: typeof resent) =>
      provider.index === who && compare(period, shift(last, month - (monthCount - 1))) === 0
    const step: Step = is(reopened) ? 'em-aberto' : stepIn(period, done, past && is(tenfold), i)
    return { step, edition: is(resent) || is(reopened) ? 2 : 1 }
  }

  /** What is past was processed; of the last month some are on each step of the way. */
  function stepIn(period: Period, done: boolean, checked: boolean, i: number): Step {
    if (compare(period, last) < 0) return 'processada'
    if (checked) return 'em-conferencia'
    if (!done) return i % 3 === 0 ? 'aguardando-cliente' : 'em-aberto'
    if (past) return i % 4 === 0 ? 'enviada' : 'processada'
    return (['finalizado', 'enviada', 'processada', 'em-conferencia'] as const)[i % 4] ?? 'finalizado'
  }

  return told.flatMap(({ provider, year, month, locations, step, edition }, i) => {
    const isOut = sentSteps.includes(steps[step].name)
    const editions = Array.from({ length: isOut ? edition : edition - 1 }, (_, at) => at + 1)
    const about = { id: collectIds[i] ?? 0, cnpj: provider.document, client: provider.name }
    return editions.length ? [{ ...about, year, month, locations, editions, asSaid: isOut }] : []
  })
}
