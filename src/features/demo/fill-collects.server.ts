import { daysFrom, knownFor } from '#features/demo/days.ts'
import { found, insert } from '#features/demo/insert.server.ts'
import type { Known } from '#features/demo/fill.server.ts'
import { coletas } from '#features/demo/months.ts'
import type { Provider } from '#features/demo/providers.ts'
import { compare, cutoffDay, dueDay, type Period } from '#features/collects/period.ts'
import type { Step } from '#features/collects/steps.ts'
import type { Sql } from '#server/operation.ts'

interface Around {
  readonly known: Known
  /** Ids of the providers, in their order. */
  readonly clients: readonly number[]
  readonly last: Period
  readonly today: string
}

/** Writes the fistels of every provider, then every coleta, its municipalities, its accesses and its money. */
export async function fillCollects(db: Sql, all: readonly Provider[], { known, clients, last, today }: Around) {
  const fistels = all.flatMap(({ index, fistels: own }) =>
    own.map(each => ({ ...each, client_id: clients[index] ?? 0 })),
  )
  const fistelIds = await insert(
    db,
    'fistels',
    {
      fistel: 'text',
      client_id: 'bigint',
      service_type_id: 'bigint',
      show_for_client: 'boolean',
      active_anatel: 'boolean',
      created_at: 'timestamptz',
    },
    fistels.map(({ service, ...fistel }) => ({
      ...fistel,
      service_type_id: known('service_types', service),
      // Other services than SCM are new: their first month is still to come.
      created_at: `${daysFrom(today, service === 'SCM' ? -knownFor : 0)}T00:00:00-03:00`,
    })),
  )
  const fistelOf = new Map(fistels.map(({ fistel, client_id }, i) => [fistel, { id: fistelIds[i] ?? 0, client_id }]))

  // As they came in: by month, the last of them yesterday.
  const yesterday = daysFrom(today, -1)
  const told = all
    .flatMap(provider => coletas(provider, last))
    .toSorted((one, other) => one.year - other.year || one.month - other.month)
  const collects = await insert(
    db,
    'collects',
    {
      client_id: 'bigint',
      fistel_id: 'bigint',
      service_type_id: 'bigint',
      year: 'integer',
      month: 'integer',
      status_id: 'bigint',
      hide_finance: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    told.map(({ fistel, year, month, done, hide_finance }, i) => {
      const { id, client_id } = found(fistelOf, fistel)
      const day = [cutoffDay({ year, month }), yesterday].toSorted()[0]
      const at = `${day}T10:00:00-03:00`
      return {
        client_id,
        fistel_id: id,
        service_type_id: known('service_types', 'SCM'),
        year,
        month,
        status_id: known('statuses', stepIn({ year, month }, done, i)),
        hide_finance,
        created_at: at,
        updated_at: sentAt({ year, month }, at, i),
      }
    }),
  )

  /** Most are sent in time; a few two days after. */
  function sentAt(period: Period, opened: string, i: number): string {
    const late = `${daysFrom(dueDay(period), 2)}T16:00:00-03:00`
    return compare(period, last) < 0 && i % 23 === 7 ? late : opened
  }

  /** What is past was processed; of the last month some are on each step of the way. */
  function stepIn(period: Period, done: boolean, i: number): Step {
    if (compare(period, last) < 0) return 'processada'
    if (!done) return i % 3 === 0 ? 'aguardando-cliente' : 'em-aberto'
    return (['finalizado', 'enviada', 'processada', 'em-conferencia'] as const)[i % 4] ?? 'finalizado'
  }

  const locations = told.flatMap((coleta, i) =>
    coleta.locations.map((location, position) => ({ ...location, parent_id: collects[i] ?? 0, position })),
  )
  const locationIds = await insert(
    db,
    'collects_locations',
    { parent_id: 'bigint', position: 'integer', state: 'text', city_id: 'bigint' },
    locations.map(({ parent_id, position, town }) => ({
      parent_id,
      position,
      state: town.uf,
      city_id: known('cities', town.ibge),
    })),
  )
  await insert(
    db,
    'collects_locations_accesses',
    {
      parent_id: 'bigint',
      position: 'integer',
      client_type_id: 'bigint',
      attendance_type_id: 'bigint',
      attendance_middle_id: 'bigint',
      product_type_id: 'bigint',
      technology_type_id: 'bigint',
      speed: 'numeric',
      amount: 'integer',
    },
    locations.flatMap(({ accesses }, i) =>
      accesses.map((access, position) => ({
        parent_id: locationIds[i] ?? 0,
        position,
        client_type_id: known('client_types', access.client),
        attendance_type_id: known('attendance_types', access.attendance),
        attendance_middle_id: known('attendance_middles', access.middle),
        product_type_id: known('product_types', access.product),
        technology_type_id: known('technology_types', access.technology),
        speed: access.speed,
        amount: access.amount,
      })),
    ),
  )
  await insert(
    db,
    'collects_finances',
    {
      parent_id: 'bigint',
      position: 'integer',
      state: 'text',
      tax_regime_id: 'bigint',
      gross_billing: 'numeric',
      icms_percent: 'numeric',
      icms: 'numeric',
      pis_percent: 'numeric',
      pis: 'numeric',
      confins_percent: 'numeric',
      confins: 'numeric',
      other_taxes: 'numeric',
      net_billing: 'numeric',
      fust: 'numeric',
      investiment: 'numeric',
      download_traffic: 'numeric',
      upload_traffic: 'numeric',
      faturamento_outros: 'numeric',
    },
    told.flatMap(({ finances }, i) =>
      finances.map(({ regime, ...line }, position) => ({
        ...line,
        gross_billing: line.gross_billing ?? 0,
        parent_id: collects[i] ?? 0,
        position,
        tax_regime_id: known('tax_regimes', regime),
      })),
    ),
  )
}
