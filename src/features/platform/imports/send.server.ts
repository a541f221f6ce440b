import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showInstant } from '#kernel/show.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import { fitFileName } from '#parts/file/inspect.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import type { TableFacts } from '#parts/table/table.ts'
import { readTable } from '#parts/table/table.server.ts'
import { sendImport } from '#features/platform/imports/section/api.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { rememberedOf, understood } from '#features/platform/imports/reading/header.server.ts'
import { modes, type Mode, type ImportSection } from '#features/platform/imports/section/section.ts'
import { betterSection } from '#features/platform/imports/section/header.ts'
import { sectionAt, sections } from '#features/platform/imports/section/sections.ts'
import { importing } from '#features/platform/imports/writing/work.server.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Stores a spreadsheet by its hash, reads its header and judges its rows in the background. No record is written yet. */
export const sendRoute = serve(sendImport, async (ctx, { query, body }) => {
  const section = sectionAt(query.resource)
  if (!section) throw problem('missing')
  const verbs = verbsFor(ctx, section)
  if (!verbs.length) throw problem('forbidden')
  const table = await readTable(body, { user: ctx.user.id }, { sheet: query.sheet })
  if (typeof table === 'string') throw invalid({ file: table })
  if (!table.records.length) throw invalid({ file: 'O arquivo só tem o cabeçalho: não há o que importar.' })
  await refuseOverDay(ctx, null, body.length)
  const sha256 = await keepFile(ctx, body)
  const mode: Mode = verbs.length === 2 ? 'ambos' : verbs[0] === 'store' ? 'criar' : 'atualizar'
  const made = await ctx.transact(async inner => {
    // Written as its bytes were stored: another request with the same file waits.
    await sql`select 1 from loose_files where name = ${sha256} for update`.execute(inner.sql)
    await takeOfDay(inner, null, body.length)
    if (query.again === 'false') {
      await refuseTwin(inner, section, sha256, table.facts)
      await refuseStray(inner, section, table.header)
    }
    const { mapping, match_by } = await understood(inner, section, table)
    const row = await inner.rows(imports).create({
      name: fitFileName(query.name) || 'planilha',
      resource: query.resource,
      user_id: ctx.user.id,
      state: 'na-fila',
      rows_total: table.records.length,
      size: body.length,
      mode,
      match_by,
    })
    await sql`
      update imports set sha256 = ${sha256}, header = ${JSON.stringify(table.header)}::jsonb,
        facts = ${JSON.stringify(table.facts)}::jsonb, mapping = ${JSON.stringify(mapping)}::jsonb
      where id = ${row.id}`.execute(inner.sql)
    await inner.jobs.send(importing, row, {})
    return row
  })
  return new Answer(201, doneAnswer(201, `Arquivo recebido. ${modes[mode]}: confira antes de gravar.`, made))
})

const verbsFor = ({ user }: Ctx, { of }: ImportSection) =>
  (['store', 'update'] as const).filter(verb => can(user, permission(of, verb)))

/** A file that by its columns is another section's, unless one like it was agreed to before. */
async function refuseStray(ctx: Ctx, section: ImportSection, header: readonly string[]) {
  const mine = sections.filter(each => verbsFor(ctx, each).length)
  const better = betterSection(header, section, mine)
  if (!better || (await rememberedOf(ctx, section, header))) return
  const [theirs, ours] = [better.of, section.of].map(({ text }) => text.many)
  throw problem('conflict', {
    message: `As colunas deste arquivo são de ${theirs}, e não de ${ours}.`,
    data: { section: better.of.path },
  })
}

/** The same bytes, and tab, for the same section, already in or on their way: most often a mistake. */
async function refuseTwin(ctx: Ctx, { of }: ImportSection, sha256: string, facts: TableFacts) {
  const sheet = facts.kind === 'xlsx' ? facts.sheet : null
  const { rows } = await sql<{ uuid: string; state: string; created_at: string }>`
    select uuid, state, created_at from imports
    where sha256 = ${sha256} and resource = ${of.path} and state in ('na-fila', 'processando', 'em-preparo', 'concluido')
      and coalesce(facts ->> 'sheet', ${sheet}::text) is not distinct from ${sheet}::text and deleted_at is null order by id desc limit 5`.execute(
    ctx.sql,
  )
  for (const { uuid, state, created_at } of rows) {
    if (!(await ctx.rows(imports).seek(uuid))) continue
    const what = state === 'concluido' ? 'foi importado' : 'está em conferência'
    throw problem('conflict', {
      message: `Este mesmo arquivo já ${what}: chegou em ${showInstant(created_at)}.`,
      data: { twin: uuid },
    })
  }
}
