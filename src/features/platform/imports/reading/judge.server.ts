import type { Unit, UnitVerdict } from '#features/platform/imports/reading/unit.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { grouped } from '#kernel/grouped.ts'
import { listQuery } from '#kernel/page.ts'
import { titleOf } from '#kernel/resource.ts'
import { theOne } from '#kernel/text.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { decisionAsRead, problemsLeft } from '#features/platform/imports/reading/as-read.server.ts'
import type { Task } from '#features/platform/imports/reading/columns.server.ts'
import type { RowSpan } from '#features/platform/imports/reading/read.server.ts'
import { completedRow } from '#features/platform/imports/reading/complete.server.ts'
import { pairsOf, type UnitPair } from '#features/platform/imports/reading/known.server.ts'
import { isKnownByName } from '#features/platform/imports/reading/row.server.ts'
import { accessProblems, decideColeta, type ColetaContext } from '#features/platform/imports/section/coleta.ts'
import {
  decide,
  refused,
  type Decision,
  type Existing,
  type GivenRow,
} from '#features/platform/imports/section/decide.ts'
import {
  columnAt,
  isWithinOwner,
  type FieldChange,
  type ImportNotice,
  type ImportProblem,
  type ImportSection,
  type Mode,
} from '#features/platform/imports/section/section.ts'
import { shownCells } from '#features/platform/imports/reading/shown.server.ts'
import { withoutDoubts } from '#features/platform/imports/reading/places.server.ts'
import type { Ctx } from '#server/operation.ts'

export interface Judging extends Task {
  readonly mode: Mode
}

type UnitRow = Unit['rows'][number] & Pick<Unit, 'lead' | 'unit'>
/** Rows by what they make. */
export const unitsIn = (rows: readonly UnitRow[]): readonly Unit[] =>
  [...grouped(rows, ({ lead }) => lead)].map(([lead, some]) => ({ lead, unit: some[0]?.unit ?? '', rows: some }))

/** Reads the units (rows that make one record) that begin with these rows. */
export async function unitsOf(
  { sql: db }: Ctx,
  { id, section }: Task,
  leads: readonly number[],
): Promise<readonly Unit[]> {
  const cells = section.groups ? sql`'[]'::jsonb` : sql`cells`
  const { rows } = await sql<UnitRow>`
    select row, lead, unit, given, problems, ${cells} as cells from import_rows
    where import_id = ${id} and lead = any(${leads}::integer[]) order by row`.execute(db)
  return unitsIn(rows)
}

/** What each unit would do to the system as it is now. */
export async function judgeUnits(ctx: Ctx, task: Judging, units: readonly Unit[]): Promise<readonly UnitVerdict[]> {
  const existing = await existingOf(ctx, task, units)
  const wholes = new Map<number, Existing>()
  const { section, mode } = task
  const services = section.groups ? await servicesOf(ctx, units) : new Map<string, string | null>()
  const outside = !isStaff(ctx.user)
  // Only a list of lines makes the row worth reading whole, and what is judged by one of them.
  const lines =
    section.groups !== undefined ||
    Object.keys(task.mapping.columns).some(key => key.includes('.') || columnAt(section, key)?.registration)
  const shownIn = shownCells(task)
  const judged: UnitVerdict[] = []
  for (const unit of units) {
    const found = existing.get(unit.unit) ?? []
    const [first = null] = found
    const unclear = strayOf(task, unit, found) ?? ownerlessOf(task, unit) ?? unclearOf(task, unit, found)
    if (unclear) {
      judged.push({ unit, decision: decisionAsRead(task, unit, refused(unclear)), existing: null, remarks: [] })
      continue
    }
    const whole = lines || unit.rows.some(({ given }) => Object.values(given).some(({ rest }) => rest))
    const row = first && whole ? (wholes.get(first.id) ?? { ...(await ctx.rows(section.of).find(first.id)) }) : first
    if (row) wholes.set(row.id, row)
    if (section.groups) {
      const given = unit.rows.map(each => each.given)
      const about = { mode, outside, service: services.get(unit.unit) }
      const decision = await decideInTurns(section, given, row, about)
      judged.push({ unit, decision: decisionAsRead(task, unit, decision), existing: row, remarks: [] })
      continue
    }
    const shown = row ? shownIn(unit.rows[0]?.cells ?? [], row) : undefined
    const { given, problems, remarks } = completedRow(section, unit.rows[0]?.given ?? {}, row)
    const named = row ? foundByName(task, unit) : []
    const decided = decide(section, given, row, mode, knownBy(task, unit), outside, shown)
    const decision = problems.length ? refused(...(decided.problems[0] ?? []), ...problems) : decided
    const besides = { remarks: [...remarks, ...named], shown }
    judged.push({ unit, decision: decisionAsRead(task, unit, decision, shown), existing: row, ...besides })
  }
  return withoutDoubts(ctx, task, judged)
}

/** Rows that are checked before others are answered: one coleta may have all of a file's. */
const checkedAtOnce = 200
async function decideInTurns(
  section: ImportSection,
  rows: readonly GivenRow[],
  existing: Existing | null,
  about: ColetaContext,
): Promise<Decision> {
  const wrong: (readonly ImportProblem[])[] = []
  for (const row of rows) {
    if (wrong.length % checkedAtOnce === checkedAtOnce - 1) await nextTurn()
    wrong.push(accessProblems(section, row, about))
  }
  return decideColeta(section, rows, existing, about, wrong)
}

/** Our code names one record: it is there, and the key of the row is no other's. */
function strayOf({ section, match_by }: Judging, { rows: [first] }: Unit, found: readonly Existing[]) {
  const code = section.groups ? undefined : first?.given.id
  if (!code) return null
  const { one } = section.of.text
  const about = { column: 'id', value: code.said }
  const named = found.find(({ id }) => id === code.value)
  if (!named) {
    const message = `Não há ${one} com este código. Confira, ou apague o código para reconhecer por outra coluna.`
    return { ...about, rule: 'nao-encontrado', message } as const
  }
  const other = found.find(({ id }) => id !== code.value)
  if (!other) return null
  const by = columnAt(section, match_by)?.label ?? match_by
  const [ours, theirs] = [named, other].map(row => String(row[titleOf(section.of)] ?? row.id))
  return {
    ...about,
    rule: 'diverge',
    message: `O código é de “${ours}” e ${by} é de “${theirs}”. Confira os dois.`,
  } as const
}

/** Refuses a key without its owner: several records, some not visible, may have it. */
function ownerlessOf({ section, match_by, mode }: Judging, { rows: [first] }: Unit): ImportProblem | null {
  const { owner } = section
  if (section.groups || mode === 'criar' || !first?.given[match_by] || first.given.id) return null
  if (first.given[owner] || !isWithinOwner(section, match_by)) return null
  const [key, whose] = [match_by, owner].map(each => columnAt(section, each)?.label ?? each)
  const message = `Preencha ${whose}: registros de donos diferentes podem ter o mesmo valor em ${key}.`
  return { column: owner, value: '', rule: 'vazio', message }
}

/** The notice that a row without a key was found by its name: a person may know better. */
function foundByName({ section, match_by }: Judging, { rows: [first] }: Unit): readonly ImportNotice[] {
  const column = section.unkeyed?.column
  if (!first || column === undefined || !isKnownByName(section, match_by, first)) return []
  const [key, name] = [match_by, column].map(each => columnAt(section, each)?.label ?? each)
  const message = `Sem ${key}: reconheceu-se o registro por ${name}, que só um deste dono tem.`
  return [{ column, value: '', rule: 'aviso', message }]
}

/** What the records of a unit's rows are known by, as people call it. */
function knownBy({ section, match_by }: Judging, { rows: [first] }: Unit): string {
  const key = first && isKnownByName(section, match_by, first) ? (section.unkeyed?.column ?? match_by) : match_by
  return columnAt(section, key)?.label ?? key
}

/** Returns why a unit matches no single row of the system, or null. */
function unclearOf({ section, match_by }: Judging, unit: Unit, found: readonly Existing[]): ImportProblem | null {
  const [first] = found
  const [row] = unit.rows
  const column = row && isKnownByName(section, match_by, row) ? (section.unkeyed?.column ?? match_by) : match_by
  const about = { column, value: '' }
  if (found.length > 1)
    return { ...about, rule: 'repetido', message: `Há ${found.length} registros com este valor. Use o código.` }
  if (!first || !('prospect' in first)) return null
  const message = `Já é o prospecto ${String(first.name)}. Converta-o em cliente, em Prospectos.`
  return { ...about, rule: 'ja-existe', message }
}

/** The rows of the system each unit is about, as far as the reader sees them. */
async function existingOf(ctx: Ctx, task: Judging, units: readonly Unit[]): Promise<ReadonlyMap<string, Existing[]>> {
  const pairs = task.section.groups
    ? await coletasOf(ctx, units)
    : await pairsOf(
        ctx,
        task,
        units.flatMap(({ unit, rows: [first] }) => (first ? [{ ...first, unit }] : [])),
      )
  const ids = [...new Set(pairs.map(({ id }) => id))]
  const found = new Map<string, Existing[]>()
  if (!ids.length) return found
  const asked = { pagination: 'false', sort: 'id', 'filter[id][in]': ids.join() }
  const seen: Existing[] = (await ctx.rows(task.section.of).list(listQuery(task.section.of, asked))).map(row => ({
    ...row,
  }))
  // Prospects are in the same table, under another section.
  if (task.section.of.path === 'clients')
    seen.push(...(await ctx.rows(prospects).list(listQuery(prospects, asked))).map(row => ({ ...row })))
  const byId = new Map(seen.map(row => [row.id, row]))
  for (const { unit, id } of pairs) {
    const row = byId.get(id)
    const before = found.get(unit) ?? []
    if (row && !before.includes(row)) found.set(unit, [...before, row])
  }
  return found
}

async function coletasOf({ sql: db }: Ctx, units: readonly Unit[]): Promise<readonly UnitPair[]> {
  const fistels = units.map(({ unit }) => Number(unit.split('/')[0])).filter(Number.isInteger)
  const { rows } = await sql<UnitPair>`
    select fistel_id || '/' || year || '/' || month as unit, id from collects
    where fistel_id = any(${fistels}::bigint[]) and deleted_at is null`.execute(db)
  const wanted = new Set(units.map(({ unit }) => unit))
  return rows.filter(({ unit }) => wanted.has(unit))
}

/** Anatel's code of the service of each coleta: its own where it is there, else its fistel's. */
async function servicesOf({ sql: db }: Ctx, units: readonly Unit[]): Promise<ReadonlyMap<string, string | null>> {
  const told = units.flatMap(({ unit }) => {
    const [fistel, year, month] = unit.split('/').map(Number)
    return [fistel, year, month].every(Number.isInteger) ? [{ unit, fistel, year, month }] : []
  })
  const { rows } = await sql<{ unit: string; term: string | null }>`
    select u.unit, s.term
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as u(unit text, fistel bigint, year numeric, month numeric)
    join fistels f on f.id = u.fistel
    left join collects c on c.fistel_id = f.id and c.year = u.year and c.month = u.month and c.deleted_at is null
    left join service_types s on s.id = coalesce(c.service_type_id, f.service_type_id)`.execute(db)
  return new Map(rows.map(({ unit, term }) => [unit, term]))
}

/** Returns the verdicts on the rows of these units. */
export const verdictsOf = async (ctx: Ctx, task: Judging, units: readonly Unit[]): Promise<readonly RowVerdict[]> =>
  (await judgeUnits(ctx, task, units)).flatMap(each => toldOf(task, each))

/** Judges units led from after a row on whose verdict is missing, at most so many. */
export async function judgeRows(ctx: Ctx, task: Judging, limit: number, after = 0): Promise<RowSpan> {
  const { rows: waiting } = await sql<{ lead: number }>`
    select distinct lead from import_rows
    where import_id = ${task.id} and verdict is null and lead > ${after} order by lead limit ${limit}`.execute(ctx.sql)
  if (!waiting.length) return { rows: 0, at: after }
  const units = await unitsOf(
    ctx,
    task,
    waiting.map(({ lead }) => lead),
  )
  const told = await verdictsOf(ctx, task, units)
  await sql`
    update import_rows r set verdict = n.verdict, problems = n.problems, refusals = n.refusals, remarks = n.remarks,
      changes = n.changes, target = n.target
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as n(row integer, verdict text, problems jsonb, refusals jsonb, remarks jsonb, changes jsonb, target bigint)
    where r.import_id = ${task.id} and r.row = n.row`.execute(ctx.sql)
  return { rows: waiting.length, at: waiting.at(-1)?.lead ?? after }
}

interface RowVerdict {
  readonly row: number
  readonly verdict: string
  readonly problems: readonly ImportProblem[]
  readonly refusals: readonly ImportProblem[]
  readonly remarks: readonly ImportNotice[]
  readonly changes: readonly FieldChange[]
  readonly target: number | null
}

/** Returns the verdict on each row of a unit. */
function toldOf(
  { section, match_by }: Task,
  { unit, decision, existing, remarks, shown }: UnitVerdict,
): readonly RowVerdict[] {
  const { verdict } = decision
  const target = existing?.id ?? null
  const bad = section.groups && unit.rows.find(({ problems }, at) => problems.length || decision.problems[at]?.length)
  return unit.rows.map(({ row, problems: all }, at): RowVerdict => {
    const problems = problemsLeft(all, shown)
    const refuse = (message: string): RowVerdict => {
      const refusals = [{ column: null, value: '', rule: 'linha', message } as const]
      return { row, verdict: 'recusada', problems, refusals, remarks: [], changes: [], target }
    }
    if (!section.groups && row !== unit.lead) return refuse(repeated(section, match_by, unit, at))
    const refusals = decision.problems[at] ?? []
    if (bad && !problems.length && !refusals.length)
      return refuse(
        `A linha ${bad.row}, desta mesma coleta, foi recusada: ${theOne(section.of.text)} entra inteira ou não entra.`,
      )
    const isLead = row === unit.lead
    const [own, changes] = isLead ? [remarks, decision.changes] : [[], []]
    return { row, verdict, problems, refusals, remarks: own, changes, target }
  })
}

/** Why a row that is of the same record as an earlier one is refused. */
function repeated(section: ImportSection, match_by: string, { lead, rows }: Unit, at: number): string {
  const row = rows[at]
  if (!row || !isKnownByName(section, match_by, row)) return `Repete a linha ${lead}. Deixe uma só.`
  const [key, name] = [match_by, section.unkeyed?.column ?? ''].map(each => columnAt(section, each)?.label ?? each)
  return `Repete a linha ${lead}: sem ${key}, vale ${name}. Deixe uma só, ou dê a cada uma um nome.`
}

export const modeOf = (value: unknown): Mode => z.enum(['ambos', 'criar', 'atualizar']).catch('ambos').parse(value)
