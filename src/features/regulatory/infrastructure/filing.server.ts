import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import {
  familiesFor,
  layoutFamilies,
  layoutStates,
  layoutsIn,
  type LayoutFamily,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import { dutyOf } from '#features/regulatory/obligations/duties.ts'
import { followed } from '#features/regulatory/obligations/load.server.ts'
import { checkFiling, generateFiling } from '#features/regulatory/infrastructure/api.ts'
import { filingRules, leftOutOf, reasonsInWords } from '#features/regulatory/infrastructure/check.ts'
import {
  filingDuty,
  filingSteps,
  infrastructureFiles,
  infrastructureFilings,
  type FilingStep,
  type InfrastructureFiling,
} from '#features/regulatory/infrastructure/filings.ts'
import { listOfFinding } from '#features/regulatory/infrastructure/findings.ts'
import { prepareFiling, type PreparedFiling } from '#features/regulatory/infrastructure/prepare.server.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Answers the requested family, or the year's own. Throws a 422 if the year lacks it. */
function familyOf(year: number, asked: LayoutFamily | undefined): LayoutFamily {
  const offered = familiesFor(year)
  if (asked !== undefined && !offered.includes(asked))
    throw problem('invalid', {
      errors: { layout: [`O layout “${layoutFamilies[asked].name}” não vale para ${year}.`] },
    })
  return asked ?? offered[0] ?? '2021'
}

/** The filing of a client and year, as far as it was begun. */
export async function filingOf(ctx: Ctx, client: number, year: number) {
  const { rows } = await sql<{ id: number }>`
    select id from infrastructure_filings where client_id = ${client} and year = ${year} and deleted_at is null`.execute(
    ctx.sql,
  )
  return rows[0] ? ctx.rows(infrastructureFilings).seek(rows[0].id) : null
}

/** Refuses what the step of a filing does not allow, in words. */
export function refuseUnlessAt({ step }: Pick<InfrastructureFiling, 'step'>, ...of: readonly FilingStep[]) {
  if (of.some(each => each === step)) return
  const named = of.map(each => filingSteps[each].name.toLowerCase()).join(' ou ')
  throw problem(
    'conflict',
    `A infraestrutura está ${filingSteps[step].name.toLowerCase()}: para isto, precisa estar ${named}.`,
  )
}

const check = serve(checkFiling, async (ctx, { query: { client: id, year, layout } }) => {
  const client = await ctx.rows(clients).find(id, [])
  const chosen = familyOf(year, layout)
  const prepared = await prepareFiling(ctx, client, year, chosen)
  const filing = await filingOf(ctx, client.id, year)
  const duty = dutyOf(followed(ctx.config), filingDuty, String(year))
  const { plan, blocked, warnings } = prepared
  return {
    data: {
      client: { id: client.id, uuid: client.uuid, name: client.name },
      year,
      layout: chosen,
      layouts: familiesFor(year).map(each => ({ key: each, name: layoutFamilies[each].name })),
      duty: duty && { opens: duty.opens, legal: duty.legal, due: duty.due },
      filing,
      version: filing?.version ?? null,
      blocked,
      stations: plan.told,
      left_out: leftOutOf(plan),
      findings: plan.findings.map(finding => ({
        ...listOfFinding(finding, client.id),
        rule: finding.rule,
        out: filingRules[finding.rule].out,
        of: filingRules[finding.rule].of,
        count: finding.ids.length,
        label: filingRules[finding.rule][finding.ids.length === 1 ? 'one' : 'many'],
      })),
      files: layoutsIn(chosen).flatMap(({ id: layout, kind, standing }) => {
        const rows = prepared.files.find(file => file.layout.id === layout)?.rows ?? 0
        // An empty file is not made, but the one of stations is always listed.
        return rows || kind === 'estacoes' ? [{ kind, layout, standing, said: layoutStates[standing].said, rows }] : []
      }),
      warnings,
      unchanged: filing && (await isUnchanged(ctx, filing, prepared)),
    },
  }
})

async function isUnchanged(ctx: Ctx, { id, edition }: InfrastructureFiling, { files }: PreparedFiling) {
  if (!edition) return null
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from infrastructure_files
    where filing_id = ${id} and edition = ${edition} and kind not in ('recibo', 'recusa') and deleted_at is null`.execute(
    ctx.sql,
  )
  const kept = rows.map(({ sha256 }) => sha256).toSorted()
  return (
    kept.join() ===
    files
      .map(({ sha256 }) => sha256)
      .toSorted()
      .join()
  )
}

const generate = serve(generateFiling, async (ctx, { body: { client: id, year, layout, edition, left_out } }) => {
  const client = await ctx.rows(clients).find(id, [])
  refuseUnready(await filingOf(ctx, client.id, year), edition)
  const { plan, files, blocked } = await prepareFiling(ctx, client, year, familyOf(year, layout))
  if (blocked !== null) throw problem('conflict', blocked)
  const left = leftOutOf(plan)
  if (left !== left_out)
    throw problem(
      'conflict',
      `O que fica de fora mudou: eram ${left_out}, agora são ${left}. Confira outra vez antes de gerar.`,
    )
  const kept = await keepFiles(
    ctx,
    files.map(({ bytes }) => bytes),
  )
  const filing = await ctx.transact(async inner => {
    const row = await advance(inner, client.id, year, edition)
    for (const [at, { name, bytes, rows, layout: each }] of files.entries())
      await inner.rows(infrastructureFiles).create({
        name,
        ext: 'csv',
        size: bytes.length,
        sha256: kept[at] ?? '',
        user_id: ctx.user.id,
        filing_id: row.id,
        kind: each.kind,
        edition,
        layout: each.id,
        rows,
        // Every version has the stations: their file records all rows left out of it.
        ...(each.kind === 'estacoes' && { left_out: left, reasons: reasonsInWords(plan) }),
      })
    return row
  })
  const said = count(files.length, { one: 'arquivo', many: 'arquivos', gender: 'm' })
  return new Answer(201, doneAnswer(201, `Versão ${edition} gerada, com ${said}.`, filing))
})

/** Another version may be made of what is at hand, or came back; what was sent is opened again first. */
function refuseUnready(filing: InfrastructureFiling | null, edition: number) {
  if (filing) refuseUnlessAt(filing, 'em-aberto', 'gerada', 'recusada')
  const last = filing?.edition ?? 0
  if (last + 1 !== edition)
    throw problem(
      'conflict',
      last >= edition
        ? `Outra pessoa já gerou a versão ${last}. Confira-a antes de gerar outra.`
        : `A próxima versão é a ${last + 1}.`,
    )
}

/** The filing at its next version; two at once, and the second is refused. */
async function advance(ctx: Ctx, client_id: number, year: number, edition: number) {
  await sql`select 1 from clients where id = ${client_id} for no key update`.execute(ctx.sql)
  const known = await filingOf(ctx, client_id, year)
  const filing = known && (await ctx.rows(infrastructureFilings).lock(known.id))
  refuseUnready(filing, edition)
  const moved = { step: 'gerada', edition, error: null, sent_on: null, protocol: null } as const
  const rows = ctx.rows(infrastructureFilings)
  return filing
    ? rows.update(filing.id, moved, filing.version, 'gerar')
    : rows.create({ client_id, year, ...moved, sendings: [] })
}

export const filingOperations = [check, generate] as const
