import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { tableOf } from '#kernel/resource.ts'
import { theOne } from '#kernel/text.ts'
import { prospects } from '#features/clients/prospects.ts'
import type { Part, Task } from '#features/imports/reading/read.server.ts'
import { decideColeta } from '#features/imports/section/coleta.ts'
import { decide, refused, type Decision, type Existing, type GivenRow } from '#features/imports/section/decide.ts'
import { columnAt, type Change, type Mode, type RowProblem } from '#features/imports/section/section.ts'
import type { Ctx } from '#server/operation.ts'

export interface Judging extends Task {
  readonly mode: Mode
}

/** Rows of the file that make one record, the first of them leading. */
export interface Unit {
  readonly lead: number
  readonly unit: string
  readonly rows: readonly {
    readonly row: number
    readonly given: GivenRow
    readonly problems: readonly RowProblem[]
  }[]
}
export interface Judged {
  readonly unit: Unit
  readonly decision: Decision
  readonly existing: Existing | null
}

/** The rows under these leads, by lead. */
export async function unitsOf({ sql: db }: Ctx, { id }: Task, leads: readonly number[]): Promise<readonly Unit[]> {
  const { rows } = await sql<Unit['rows'][number] & Pick<Unit, 'lead' | 'unit'>>`
    select row, lead, unit, given, problems from import_rows
    where import_id = ${id} and lead = any(${leads}::integer[]) order by row`.execute(db)
  const found = new Map<number, { lead: number; unit: string; rows: Unit['rows'][number][] }>()
  for (const { lead, unit, ...row } of rows) {
    const there = found.get(lead)
    if (there) there.rows.push(row)
    else found.set(lead, { lead, unit, rows: [row] })
  }
  return [...found.values()]
}

/** What each unit would do to the system as it is now. */
export async function judgeUnits(ctx: Ctx, task: Judging, units: readonly Unit[]): Promise<readonly Judged[]> {
  const existing = await existingOf(ctx, task, units)
  const wholes = new Map<number, Existing>()
  const { section, mode, match_by } = task
  const by = columnAt(section, match_by)?.label ?? match_by
  const outside = !isStaff(ctx.user)
  // Only a list of lines makes the row worth reading whole.
  const lines = section.groups !== undefined || task.mapping.some(key => key?.includes('.'))
  const judged: Judged[] = []
  for (const unit of units) {
    const ids = existing.get(unit.unit) ?? []
    const [first, ...more] = ids
    const [lead] = unit.rows
    const wrong = unit.rows.some(({ problems }) => problems.length > 0)
    const decided = (decision: Decision, row: Existing | null = null) => judged.push({ unit, decision, existing: row })
    if (!lead || wrong) decided(refused())
    else if (more.length)
      decided(
        refused({
          column: match_by,
          value: '',
          rule: 'repetido',
          message: `Há ${ids.length} registros com este valor. Use o código.`,
        }),
      )
    else if (first && 'prospect' in first)
      decided(
        refused({
          column: match_by,
          value: '',
          rule: 'ja-existe',
          message: `Já é o prospecto ${String(first.name)}. Converta-o em cliente, em Prospectos.`,
        }),
      )
    else {
      const row =
        first && lines ? (wholes.get(first.id) ?? { ...(await ctx.rows(section.of).find(first.id)) }) : (first ?? null)
      if (row) wholes.set(row.id, row)
      const given = unit.rows.map(each => each.given)
      decided(
        section.groups
          ? decideColeta(section, given, row, mode, outside)
          : decide(section, lead.given, row, mode, by, outside),
        row,
      )
    }
  }
  return judged
}

/** The rows of the system each unit is about, as far as the reader sees them. */
async function existingOf(ctx: Ctx, task: Judging, units: readonly Unit[]): Promise<ReadonlyMap<string, Existing[]>> {
  const pairs = await (task.section.groups ? coletasOf(ctx, units) : keyedOf(ctx, task, units))
  const ids = [...new Set(pairs.map(({ id }) => id))]
  const found = new Map<string, Existing[]>()
  if (!ids.length) return found
  const asked = { pagination: 'false', sort: 'id', 'filter[id][in]': ids.join() }
  const seen: Existing[] = (await ctx.rows(task.section.of).list(listQuery(task.section.of, asked))).map(row => ({
    ...row,
  }))
  // Whoever is spoken with is in the same table, under another section.
  if (task.section.of.path === 'clients')
    seen.push(...(await ctx.rows(prospects).list(listQuery(prospects, asked))).map(row => ({ ...row })))
  const byId = new Map(seen.map(row => [row.id, row]))
  for (const { unit, id } of pairs) {
    const row = byId.get(id)
    if (row) found.set(unit, [...(found.get(unit) ?? []), row])
  }
  return found
}

interface Pair {
  readonly unit: string
  readonly id: number
}

async function keyedOf(
  { sql: db }: Ctx,
  { section, match_by }: Judging,
  units: readonly Unit[],
): Promise<readonly Pair[]> {
  const values = units.filter(({ unit }) => unit.startsWith('=')).map(({ unit }) => unit.slice(1))
  if (!values.length) return []
  const { rows } = await sql<Pair>`
    select '=' || t.${sql.ref(match_by)}::text as unit, t.id from ${sql.table(tableOf(section.of))} t
    where t.${sql.ref(match_by)} = any(${match_by === 'id' ? values.map(Number) : values}) and t.deleted_at is null`.execute(
    db,
  )
  return rows
}

async function coletasOf({ sql: db }: Ctx, units: readonly Unit[]): Promise<readonly Pair[]> {
  const fistels = units.map(({ unit }) => Number(unit.split('/')[0])).filter(Number.isInteger)
  const { rows } = await sql<Pair>`
    select fistel_id || '/' || year || '/' || month as unit, id from collects
    where fistel_id = any(${fistels}::bigint[]) and deleted_at is null`.execute(db)
  const wanted = new Set(units.map(({ unit }) => unit))
  return rows.filter(({ unit }) => wanted.has(unit))
}

/** Judges units led from after a row on whose verdict is missing, at most so many. */
export async function judgeRows(ctx: Ctx, task: Judging, limit: number, after = 0): Promise<Part> {
  const { rows: waiting } = await sql<{ lead: number }>`
    select distinct lead from import_rows
    where import_id = ${task.id} and verdict is null and lead > ${after} order by lead limit ${limit}`.execute(ctx.sql)
  if (!waiting.length) return { rows: 0, at: after }
  const units = await unitsOf(
    ctx,
    task,
    waiting.map(({ lead }) => lead),
  )
  const told = (await judgeUnits(ctx, task, units)).flatMap(each => toldOf(task, each))
  await sql`
    update import_rows r set verdict = n.verdict, refusals = n.refusals, changes = n.changes, target = n.target
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as n(row integer, verdict text, refusals jsonb, changes jsonb, target bigint)
    where r.import_id = ${task.id} and r.row = n.row`.execute(ctx.sql)
  return { rows: waiting.length, at: waiting.at(-1)?.lead ?? after }
}

interface Told {
  readonly row: number
  readonly verdict: string
  readonly refusals: readonly RowProblem[]
  readonly changes: readonly Change[]
  readonly target: number | null
}

/** What each row of a unit is told. */
function toldOf({ section }: Task, { unit, decision, existing }: Judged): readonly Told[] {
  const bad = unit.rows.find(({ problems }) => problems.length > 0)
  return unit.rows.map(({ row, problems }): Told => {
    const target = existing?.id ?? null
    const refuse = (...refusals: readonly RowProblem[]) => ({ row, verdict: 'recusada', refusals, changes: [], target })
    if (section.groups) {
      if (bad && !problems.length)
        return refuse({
          column: null,
          value: '',
          rule: 'linha',
          message: `A linha ${bad.row}, desta mesma coleta, foi recusada: ${theOne(section.of.text)} entra inteira ou não entra.`,
        })
      return row === unit.lead
        ? { row, verdict: decision.verdict, refusals: decision.problems, changes: decision.changes, target }
        : { row, verdict: decision.verdict, refusals: [], changes: [], target }
    }
    if (row !== unit.lead)
      return refuse({ column: null, value: '', rule: 'linha', message: `Repete a linha ${unit.lead}. Deixe uma só.` })
    return { row, verdict: decision.verdict, refusals: decision.problems, changes: decision.changes, target }
  })
}

export const modeOf = (value: unknown): Mode => z.enum(['ambos', 'criar', 'atualizar']).catch('ambos').parse(value)
