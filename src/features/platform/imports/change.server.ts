import { sql } from 'kysely'
import { invalid, problem, Problem } from '#kernel/problem.ts'
import { comparableText, capital, count as counted } from '#kernel/text.ts'
import { isSame, sourcesIn, translationMark, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { remember } from '#features/regulatory/intake/mappings.server.ts'
import {
  cancelImport,
  correctCells,
  prepareImport,
  undoImport,
  writeImport,
  type PreparedImport,
} from '#features/platform/imports/section/api.ts'
import { imports, isOpen, type Import } from '#features/platform/imports/section/imports.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { importOf } from '#features/platform/imports/look.server.ts'
import { intakeOf, rememberedOf, tabsOf, type StoredFacts } from '#features/platform/imports/reading/header.server.ts'
import { judgeRows } from '#features/platform/imports/reading/judge.server.ts'
import { readRows, regroup } from '#features/platform/imports/reading/read.server.ts'
import { notationOf } from '#features/platform/imports/reading/notations.server.ts'
import { contradicts, unproved, type ColumnNotation } from '#features/platform/imports/section/notation.ts'
import type { ImportSection } from '#features/platform/imports/section/section.ts'
import { importDays } from '#features/platform/imports/section/settings.server.ts'
import {
  importing,
  importStateOf,
  type ImportState,
  type Phase,
} from '#features/platform/imports/writing/work.server.ts'
import { refuseUnable } from '#features/platform/imports/writing/write.server.ts'
import { record } from '#server/audit.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import type { Part } from '#server/part.ts'

const rowText = { one: 'linha', many: 'linhas', gender: 'f' } as const

interface ImportChange {
  readonly row: Import
  readonly section: ImportSection
}

/** A change of an import: found, done, and answered as it then is. */
async function changeOf(ctx: Ctx, id: string, run: (found: ImportChange) => Promise<string>) {
  const found = await importOf(ctx, id)
  // A concurrent change waits here, then reads the state the first one left.
  await sql`select 1 from imports where id = ${found.row.id} for no key update`.execute(ctx.sql)
  const row = await ctx.rows(imports).find(found.row.id)
  if (!row.active) throw problem('conflict', 'A importação está inativa: reative antes.')
  await refuseForgotten(ctx, row)
  const said = await run({ ...found, row })
  return doneAnswer(200, said, await ctx.rows(imports).find(row.id))
}

async function refuseForgotten({ sql: db, config }: Ctx, { id }: Import) {
  const { rows } = await sql`select 1 from imports where id = ${id} and forgotten_at is not null`.execute(db)
  if (rows.length)
    throw problem(
      'conflict',
      `As linhas e o arquivo de uma importação ficam guardados por ${config.of(importDays)} dias, e os desta já foram esquecidos.`,
    )
}

const refuseBusy = (row: Import) => {
  if (!isOpen(row))
    throw problem('conflict', isGoing(row) ? 'A importação está em andamento.' : 'A importação já terminou.')
}
const number = async ({ sql: db }: Ctx, id: number, which: ReturnType<typeof sql>) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from import_rows where import_id = ${id} and ${which}`.execute(
      db,
    )
  ).rows[0]?.n ?? 0

async function refuseWritten(ctx: Ctx, { id }: Import) {
  if (await number(ctx, id, sql`state in ('feita', 'desfeita', 'mantida')`))
    throw problem('conflict', 'Parte das linhas já foi gravada: as colunas não mudam mais. Desfaça a importação antes.')
}

/** Puts the import in the queue for what comes next. */
async function begin(ctx: Ctx, row: Import, phase: Phase, event: string) {
  await sql`
    update imports set state = 'na-fila', step = ${phase}, rows_done = 0, error = null, finished_at = null, undone_at = null,
      version = version + 1, updated_at = now() where id = ${row.id}`.execute(ctx.sql)
  await record(ctx, imports, row.id, event, { state: [row.state, 'na-fila'] })
  try {
    await ctx.jobs.again(row)
  } catch (thrown) {
    // The queue forgets after a month what people may still want to take back.
    if (!(thrown instanceof Problem) || thrown.kind !== 'conflict') throw thrown
    await ctx.jobs.send(importing, row, {})
  }
}

/** Begins again with another tab of the workbook. */
async function readTab(ctx: Ctx, row: Import, sheet: string): Promise<string> {
  const { rows } = await sql<{ facts: StoredFacts }>`select facts from imports where id = ${row.id}`.execute(ctx.sql)
  const tabs = tabsOf(rows[0]?.facts ?? null)
  if (!tabs?.sheets.includes(sheet)) throw invalid({ sheet: 'A planilha não tem esta aba.' })
  await sql`delete from import_rows where import_id = ${row.id}`.execute(ctx.sql)
  await sql`
    update imports set facts = ${JSON.stringify({ ...tabs, sheet })}::jsonb, header = null, mapping = null, rows_total = null
    where id = ${row.id}`.execute(ctx.sql)
  await begin(ctx, row, 'ler', 'preparar')
  return `Lendo a aba ${sheet}.`
}

const prepare = serve(prepareImport, (ctx, { id, body: { mapping, mode, match_by, sheet } }) =>
  changeOf(ctx, id, async ({ row, section }) => {
    refuseBusy(row)
    await refuseWritten(ctx, row)
    if (sheet !== undefined) return readTab(ctx, row, sheet)
    const before = await importStateOf(ctx, row.uuid)
    refuseUnknown(before, { mapping, mode, match_by })
    const agreed = await rememberedOf(ctx, section, before.header)
    const name = `${capital(section.of.text.many)}: ${row.name}`
    await remember(ctx, { intake: intakeOf(section), client: null }, mapping, agreed, { name, header: before.header })
    await sql`update imports set mapping = ${JSON.stringify(mapping)}::jsonb, mode = ${mode}, match_by = ${match_by} where id = ${row.id}`.execute(
      ctx.sql,
    )
    const isOfValues =
      !isSame(before.mapping, mapping) && isSame({ ...before.mapping, values: mapping.values }, mapping)
    if (isOfValues && mode === before.mode && match_by === before.match_by) {
      const again = await judgeAgain(ctx, row, 'preparar', valuesChanged(before, mapping))
      return again ? `${counted(again, rowText)} de novo em conferência.` : 'Nenhuma linha diz isso.'
    }
    await sql`
    update import_rows set given = null, unit = null, lead = null, verdict = null, state = null, said = null
    where import_id = ${row.id}`.execute(ctx.sql)
    const waiting = await number(ctx, row.id, sql`true`)
    await begin(ctx, row, waiting ? 'conferir' : 'ler', 'preparar')
    return 'Conferindo as linhas de novo.'
  }),
)

/** Columns neither the section nor the file has, and a key that is not there to know rows by. */
function refuseUnknown(
  { section, header }: Pick<ImportState, 'section' | 'header'>,
  { mapping, mode, match_by }: Omit<PreparedImport, 'sheet'>,
) {
  const keys = [...Object.keys(mapping.columns), ...mapping.values.map(({ column }) => column)]
  if (keys.some(name => !section.columns.some(({ key: known }) => known === name)))
    throw invalid({ mapping: 'Há uma coluna que esta seção não tem.' })
  const at = sourcesIn(mapping, header)
  for (const [name, { from, text }] of Object.entries(mapping.columns)) {
    if (from === 'coluna' && at(name) < 0) throw invalid({ mapping: `O arquivo não tem a coluna “${text}”.` })
    if (from !== 'coluna' && from !== 'valor')
      throw invalid({ mapping: 'Uma coluna vem do arquivo, ou é a mesma em todas as linhas.' })
  }
  if (!section.keys.includes(match_by)) throw invalid({ match_by: 'Não se reconhecem linhas por esta coluna.' })
  // Of rows that make one record the key may be the same in all: a file of one fistel does not name it.
  const isFixed = section.groups !== undefined && mapping.columns[match_by]?.from === 'valor'
  if (mode !== 'criar' && !isFixed && mapping.columns[match_by]?.from !== 'coluna')
    throw invalid({ match_by: 'Para atualizar, o arquivo precisa ter esta coluna.' })
}

/** The rows that have a value somebody now says otherwise what it means. */
function valuesChanged({ mapping: before, header }: Pick<ImportState, 'mapping' | 'header'>, mapping: Mapping) {
  const [old, now] = [new Set(before.values.map(translationMark)), new Set(mapping.values.map(translationMark))]
  const isChanged = (mark: string) => old.has(mark) !== now.has(mark)
  const changed = [...before.values, ...mapping.values].filter(each => isChanged(translationMark(each)))
  const at = sourcesIn(mapping, header)
  const conditions = changed.flatMap(({ column, from }) => {
    const cell = sql`(cells ->> ${at(column)}::integer)`
    if (at(column) < 0) return []
    return comparableText(from)
      ? [sql`regexp_replace(plain(${cell}), '[^a-z0-9]', '', 'g') = ${comparableText(from)}`]
      : [sql`btrim(${cell}) = ${from.trim()}`]
  })
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

/** So many are judged again at once; more in the background. */
const JUDGED_AT_ONCE = 500

const correct = serve(correctCells, (ctx, { id, body: { at, to, rows, from, sign, order } }) =>
  changeOf(ctx, id, async ({ row }) => {
    refuseBusy(row)
    if ([to, sign, order].filter(given => given !== undefined).length !== 1)
      throw invalid({ to: 'Diga um valor, ou como a coluna escreve.' })
    if (to === undefined)
      return readAs(ctx, row, at, { ...(sign && { signs: [sign] }), ...(order && { orders: [order] }) })
    if ((rows === undefined) === (from === undefined))
      throw invalid({ rows: 'Diga quais linhas, ou qual valor trocar.' })
    const which = rows
      ? sql`row = any(${rows}::integer[])`
      : sql`(verdict = 'recusada' or (notices || remarks) <> '[]') and cells ->> ${at}::integer = ${from}`
    const { rows: touched } = await sql<{ row: number }>`
      update import_rows set
        original = coalesce(original, cells), cells = jsonb_set(cells, array[${String(at)}], to_jsonb(${to}::text))
      where import_id = ${row.id} and state is null and ${which} and ${at} < jsonb_array_length(cells)
      returning row`.execute(ctx.sql)
    if (!touched.length) throw problem('conflict', 'Nenhuma linha pode ser corrigida assim: já foi gravada, ou mudou.')
    const all = await provedAnew(ctx, row, at)
    const again = all ? sql`true` : sql`row = any(${touched.map(each => each.row)}::integer[])`
    if ((await judgeAgain(ctx, row, 'corrigir', again)) > JUDGED_AT_ONCE)
      return `Corrigindo ${counted(touched.length, rowText)}.`
    return touched.length === 1 ? '1 linha corrigida.' : `${counted(touched.length, rowText)} corrigidas.`
  }),
)

/** Reads every row again by what somebody says of how a column writes its numbers, or its dates. */
async function readAs(ctx: Ctx, row: Import, at: number, said: Partial<ColumnNotation>): Promise<string> {
  const { notations, header } = await importStateOf(ctx, row.uuid)
  if (at >= header.length) throw invalid({ at: 'O arquivo não tem esta coluna.' })
  const now = header.map((_, n) => ({ ...(notations[n] ?? unproved), ...(n === at && said) }))
  await sql`update imports set notations = ${JSON.stringify(now)}::jsonb where id = ${row.id}`.execute(ctx.sql)
  const again = await judgeAgain(ctx, row, 'corrigir', sql`true`)
  return `${counted(again, rowText)} de novo em conferência.`
}

/** Whether a column that contradicted itself no longer does, without the cells that were corrected: all its rows are read anew then. */
async function provedAnew(ctx: Ctx, { id, uuid }: Import, at: number): Promise<boolean> {
  const { notations } = await importStateOf(ctx, uuid)
  const before = notations[at] ?? unproved
  if (!contradicts(before)) return false
  const { rows } = await sql<{ text: string }>`
    select distinct cells ->> ${at}::integer as text from import_rows
    where import_id = ${id} and cells ->> ${at}::integer = coalesce(original, cells) ->> ${at}::integer`.execute(
    ctx.sql,
  )
  const now = await notationOf(rows.length, row => rows[row]?.text ?? '')
  if (now.signs.length === before.signs.length && now.orders.length === before.orders.length) return false
  await sql`
    update imports set notations = jsonb_set(notations, array[${String(at)}], ${JSON.stringify(now)}::jsonb)
    where id = ${id}`.execute(ctx.sql)
  return true
}

/** Judges some rows again: a few at once, many in the background. Answers how many. */
async function judgeAgain(ctx: Ctx, row: Import, event: string, which: Part): Promise<number> {
  const { id, uuid } = row
  const { rows: touched } = await sql<{ row: number; unit: string | null }>`
    select row, unit from import_rows where import_id = ${id} and state is null and ${which}`.execute(ctx.sql)
  if (!touched.length) return 0
  await sql`
    update import_rows set given = null, unit = null, lead = null, verdict = null
    where import_id = ${id} and row = any(${touched.map(each => each.row)}::integer[])`.execute(ctx.sql)
  await regroup(ctx, id, [...new Set(touched.flatMap(({ unit }) => unit ?? []))])
  if (touched.length > JUDGED_AT_ONCE) {
    await begin(ctx, row, 'conferir', event)
    return touched.length
  }
  await record(ctx, imports, id, event, {})
  const task = await importStateOf(ctx, uuid)
  while ((await readRows(ctx, task, JUDGED_AT_ONCE)).rows || (await judgeRows(ctx, task, JUDGED_AT_ONCE)).rows);
  return touched.length
}

const start = serve(writeImport, (ctx, { id, body: { whole } }) =>
  changeOf(ctx, id, async ({ row, section }) => {
    refuseBusy(row)
    const waiting = await number(ctx, row.id, sql`verdict is null`)
    if (waiting) throw problem('conflict', 'Ainda há linhas por conferir. Confira de novo as colunas.')
    const ready = (verdict: string) => number(ctx, row.id, sql`row = lead and verdict = ${verdict} and state is null`)
    const [create, update] = [await ready('criar'), await ready('atualizar')]
    if (!create && !update) throw problem('conflict', 'Não há o que gravar: nenhuma linha nova ou mudada.')
    refuseUnable(ctx, section, [...(create ? (['store'] as const) : []), ...(update ? (['update'] as const) : [])])
    const refused = await number(ctx, row.id, sql`verdict = 'recusada'`)
    if (whole && refused)
      throw problem('conflict', `Há ${counted(refused, rowText)} por resolver. Corrija, ou importe só as boas.`)
    await sql`update imports set whole = ${whole} where id = ${row.id}`.execute(ctx.sql)
    await begin(ctx, row, 'gravar', 'importar')
    return 'Importação iniciada.'
  }),
)

const cancel = serve(cancelImport, (ctx, { id }) =>
  changeOf(ctx, id, async ({ row }) => {
    if (!isGoing(row) && row.state !== 'em-preparo') throw problem('conflict', 'A importação já terminou.')
    if (isGoing(row)) await ctx.jobs.cancel(row)
    await ctx
      .rows(imports)
      .update(row.id, { state: 'cancelado', finished_at: new Date().toISOString() }, undefined, 'cancelar')
    return 'Importação cancelada.'
  }),
)

const undo = serve(undoImport, (ctx, { id }) =>
  changeOf(ctx, id, async ({ row, section }) => {
    if (isGoing(row)) throw problem('conflict', 'A importação está em andamento: cancele antes de desfazer.')
    const made = (verdict: string) => number(ctx, row.id, sql`row = lead and verdict = ${verdict} and state = 'feita'`)
    const [created, updated] = [await made('criar'), await made('atualizar')]
    if (!created && !updated) throw problem('conflict', 'Não há o que desfazer.')
    refuseUnable(ctx, section, [...(created ? (['destroy'] as const) : []), ...(updated ? (['update'] as const) : [])])
    await sql`update imports set whole = false where id = ${row.id}`.execute(ctx.sql)
    await begin(ctx, row, 'desfazer', 'desfazer')
    return 'Desfazendo a importação.'
  }),
)

export const changeRoutes = [prepare, correct, start, cancel, undo]
