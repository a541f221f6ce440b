import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { required } from '#kernel/schema.ts'
import { checkOperations } from '#features/regulatory/collects/check/check.server.ts'
import { collectFiles, collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { neighbourOperations } from '#features/regulatory/collects/compare/neighbours.server.ts'
import { fileOperation } from '#features/regulatory/collects/files/file-routes.server.ts'
import { answerOperations } from '#features/regulatory/collects/files/send.server.ts'
import { versionOperations } from '#features/regulatory/collects/files/versions.server.ts'
import { requiredFields } from '#features/regulatory/anatel/layouts.ts'
import { termOf } from '#features/regulatory/anatel/services.server.ts'
import { withTaxes } from '#features/regulatory/collects/money/totals.ts'
import { notesExtension } from '#features/regulatory/collects/notes/notes.server.ts'
import { printOperations } from '#features/regulatory/collects/report/print.server.ts'
import { accessesOperation, reportOperation } from '#features/regulatory/collects/report/report.server.ts'
import { sendColetaOperation } from '#features/regulatory/collects/sending.server.ts'
import { stepActions } from '#features/regulatory/collects/steps.server.ts'
import { openSql } from '#features/regulatory/collects/coleta/open.server.ts'
import { coletaNotices } from '#features/regulatory/collects/coleta/told.server.ts'
import { undoOperation } from '#features/regulatory/collects/undo.server.ts'
import { intakeOperations } from '#features/regulatory/collects/intake/intake-routes.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { tellEditors } from '#parts/draft/store.server.ts'
import { dueDay, label } from '#parts/period/period.ts'
import { periodsSearched, type WrittenPeriod } from '#parts/period/written.ts'
import { refuseOutsider, responsibleSql } from '#parts/person/person.server.ts'
import { tellAssigned } from '#parts/person/told.server.ts'
import { shownTo } from '#parts/shown/shown.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { holderSeen } from '#server/duplicate.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { andAll, yes } from '#server/sql.ts'

type StoredCollect = StoredOf<typeof collects>

const extension = extend(collects, {
  derived: { answered_by: alias => responsibleSql(alias, 'responsible_id') },
  beforeCreate: async (draft, ctx) => {
    await refuseOutsider(ctx, { person: draft.responsible_id, of: { client: draft.client_id } })
    const [status_id, service] = [await statusOf(ctx, 'Collect', 'em-aberto'), await serviceOf(ctx, draft.fistel_id)]
    await refuseTwin(ctx, draft.fistel_id, draft.year, draft.month)
    await refuseIncomplete(ctx, draft, { service_type_id: service, year: draft.year, month: draft.month })
    return { ...(await completed(draft, ctx)), status_id, service_type_id: service }
  },
  beforeUpdate: async (draft, row, ctx) => {
    if (!isStaff(ctx.user)) refuseHousekeeping(draft, row)
    const { client_id, fistel_id, year, month } = { ...row, ...draft }
    const { responsible_id } = { ...row, ...draft }
    if (responsible_id !== row.responsible_id || client_id !== row.client_id)
      await refuseOutsider(ctx, { person: responsible_id, of: { client: client_id } })
    const what = `pela coleta de ${label(row)} de ${row.client.name}`
    await tellAssigned(ctx, { of: collects, uuid: row.uuid, was: row.responsible_id, person: responsible_id, what })
    const moved = client_id !== row.client_id || fistel_id !== row.fistel_id
    if (moved || year !== row.year || month !== row.month) await refuseTwin(ctx, fistel_id, year, month, row.id)
    const service_type_id = moved ? await serviceOf(ctx, fistel_id) : row.service_type_id
    await refuseIncomplete(ctx, draft, { service_type_id, year, month })
    await tellEditors(ctx, collects, row.uuid)
    return {
      ...(await completed(draft, ctx)),
      ...(row.zeroed && draft.zeroed === undefined && hasAccesses(draft) && { zeroed: false }),
      // Who changes the accesses no longer repeats them.
      ...(draft.locations && row.repeated && draft.repeated === undefined && { repeated: null }),
      ...(moved && { service_type_id }),
    }
  },
  beforeRevive: async ({ fistel_id, year, month, responsible_id, client_id }, ctx) => {
    await refuseOutsider(ctx, { person: responsible_id, of: { client: client_id } })
    await refuseTwin(ctx, fistel_id, year, month)
  },
  /** People of a client see coletas of fistels shown to them: the office files the others. */
  visible: ({ user, alias, declared }) =>
    isStaff(user)
      ? declared
      : sql`(${declared} and exists (
          select 1 from fistels f where f.id = ${sql.ref(`${alias}.fistel_id`)} and ${shownTo(user, 'f')}))`,
  shown: (row, { user }) => (row.hide_finance && !isStaff(user) ? { ...row, finances: [] } : row),
  searched: search => {
    const { said, rest } = periodsSearched(search)
    return { rest, said: said.map(({ text, period }) => ({ text, where: alias => isOfPeriod(alias, period) })) }
  },
  operations: [
    ...intakeOperations,
    fileOperation,
    ...neighbourOperations,
    ...checkOperations,
    sendColetaOperation,
    undoOperation,
    ...answerOperations,
    ...versionOperations,
    reportOperation,
    accessesOperation,
    ...printOperations,
  ],
  actions: stepActions,
})

const isOfPeriod = (alias: string, { year, month }: WrittenPeriod) =>
  andAll([
    year === null ? yes : sql`${sql.ref(`${alias}.year`)} = ${year}`,
    month === null ? yes : sql`${sql.ref(`${alias}.month`)} = ${month}`,
  ])

export const collectsOnServer: ServerFeature = {
  extensions: [extension, notesExtension],
  notices: [...coletaNotices],
  files: [{ of: collectFiles, sent: true }],
  burdens: [
    {
      of: collects,
      by: 'responsible_id',
      follows: true,
      client: sql`t.client_id`,
      open: sql`t.active and ${sql.raw(openSql('t'))}`,
      name: sql`(select bc.name || ' · ' || lpad(t.month::text, 2, '0') || '/' || t.year || ' · ' || bf.fistel
        from clients bc, fistels bf where bc.id = t.client_id and bf.id = t.fistel_id)`,
      due: { columns: ['year', 'month'], day: row => dueDay({ year: Number(row.year), month: Number(row.month) }) },
    },
  ],
}

/** Who types accesses takes back that there were none. */
const hasAccesses = ({ locations = [] }: Partial<StoredCollect>) =>
  locations.some(({ accesses_ordered: accesses = [] }) =>
    accesses.some(access => isCounted(access) && access.amount > 0),
  )

const housekeeping = [
  'client_id',
  'fistel_id',
  'year',
  'month',
  'hide_finance',
  'hide_report',
  'ignore_export',
] as const

/** Refuses changes by people of a client to a coleta's subject or visibility: the office decides them. */
function refuseHousekeeping(draft: Partial<StoredCollect>, row: Collect) {
  const touched: string[] = housekeeping.filter(name => draft[name] !== undefined && draft[name] !== row[name])
  if (row.hide_finance && draft.finances) touched.push('finances')
  if (touched.length)
    throw invalid(Object.fromEntries(touched.map(name => [name, 'Só a consultoria altera este campo.'])))
}

/** What the server knows better than the writer: the state of a municipality, the taxes and totals of a month. */
async function completed<T extends Partial<StoredCollect>>(draft: T, ctx: Ctx): Promise<T> {
  return {
    ...draft,
    ...(draft.locations && { locations: await withStates(draft.locations, ctx) }),
    ...(draft.finances && { finances: await withTotals(draft.finances, ctx) }),
  }
}

/** Each service asks its own of an access: what its layout of the month has a column for. */
async function refuseIncomplete(
  ctx: Ctx,
  { locations = [] }: Partial<StoredCollect>,
  { service_type_id, ...period }: Pick<Collect, 'service_type_id' | 'year' | 'month'>,
) {
  if (!locations.length) return
  const asked = requiredFields(await termOf(ctx, service_type_id), period).filter(key => key !== 'amount')
  const missing = locations.flatMap(({ accesses_ordered: accesses = [] }, i) =>
    accesses.flatMap((access, j) =>
      asked
        .map(key => (key === 'speed' ? key : (`${key}_id` as const)))
        .filter(key => (access[key] ?? null) === null)
        .map(key => [`locations.${i}.accesses_ordered.${j}.${key}`, required]),
    ),
  )
  if (missing.length) throw invalid(Object.fromEntries(missing.slice(0, problemsShown)))
}
/** Limits the problems in one answer: thousands make no readable list. */
const problemsShown = 200

async function withStates(locations: StoredCollect['locations'] & object, ctx: Ctx) {
  const ids = locations.map(({ city_id }) => city_id)
  refuseRepeated(ids, i => `locations.${i}.city_id`, 'Este município já está na coleta.')
  const { rows } = await sql<{ id: number; name_state: string }>`
    select id, name_state from cities where id = any(${ids}::bigint[])`.execute(ctx.sql)
  const states = new Map(rows.map(({ id, name_state }) => [id, name_state]))
  return locations.map(location => ({ ...location, state: states.get(location.city_id) ?? null }))
}

async function withTotals(finances: StoredCollect['finances'] & object, ctx: Ctx) {
  refuseRepeated(
    finances.map(({ state }) => state),
    i => `finances.${i}.state`,
    'Este estado já está na coleta.',
  )
  const { rows } = await sql<{ id: number; slug: string }>`select id, slug from tax_regimes`.execute(ctx.sql)
  const regimes = new Map(rows.map(({ id, slug }) => [id, slug]))
  return finances.map(line => ({ ...line, ...withTaxes(line, regimes.get(line.tax_regime_id) ?? '') }))
}

function refuseRepeated(keys: readonly (string | number)[], at: (i: number) => string, message: string) {
  const again = keys.findIndex((key, i) => keys.indexOf(key) !== i)
  if (again >= 0) throw invalid({ [at(again)]: message })
}

async function serviceOf(ctx: Ctx, fistel: number): Promise<number> {
  const found = await ctx.rows(fistels).seek(fistel)
  if (!found) throw invalid({ fistel_id: 'O registro escolhido não existe mais. Escolha outro.' })
  return found.service_type_id
}

/** The index of the table has the last word; this one has the better words. */
async function refuseTwin(ctx: Ctx, fistel: number, year: number, month: number, own = 0) {
  // Two of the same fistel at once wait for each other here.
  await sql`select 1 from fistels where id = ${fistel} for no key update`.execute(ctx.sql)
  const { rows } = await sql<{ id: number }>`
    select id from collects
    where fistel_id = ${fistel} and year = ${year} and month = ${month} and deleted_at is null and id <> ${own}`.execute(
    ctx.sql,
  )
  const [twin] = rows
  if (!twin) return
  const holder = await holderSeen(ctx, collects, twin.id)
  throw problem('invalid', { errors: { month: ['Já existe uma coleta deste fistel neste mês.'] }, holder })
}
