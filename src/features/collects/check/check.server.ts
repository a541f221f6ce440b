import * as z from 'zod'
import { doneJson, list, maybe, rowJson, shape, string } from '#kernel/json.ts'
import { invalid, problem, refusalIn } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients.ts'
import { findingsOf, severities, subjectOf, type AcknowledgedFinding } from '#features/collects/check/findings.ts'
import { linesFound } from '#features/collects/check/lines.ts'
import { sameSince } from '#features/collects/check/unchanged.server.ts'
import { collects, type Collect } from '#features/collects/coleta/collects.ts'
import { lastMonthOf } from '#features/collects/compare/neighbours.server.ts'
import { allZero, refuseWrongCnpj, someKbps } from '#features/anatel/write.server.ts'
import { fileOf } from '#features/collects/files/written.server.ts'
import { layoutFor } from '#features/anatel/layouts.ts'
import { cnpjIn } from '#features/anatel/access-file.ts'
import { termOf } from '#features/anatel/services.server.ts'
import { siglasOf } from '#features/anatel/tokens.server.ts'
import { unchangedMonths, variationPercent } from '#features/collects/coleta/settings.server.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

/** Everything there is to say of a coleta before it is filed. */
export async function judgeCollect(ctx: Ctx, collect: Collect): Promise<readonly AcknowledgedFinding[]> {
  const { variation_percent, document } = await ctx.rows(clients).find(collect.client_id)
  const layout = layoutFor(await termOf(ctx, collect.service_type_id), collect)
  const lines = layout ? linesFound({ collect, layout, siglas: await siglasOf(ctx.sql) }) : []
  // Of lines that cannot be written the file would tell one; all of them are told, and what is not of the lines.
  const blocked = lines.some(({ severity }) => severity === 'impede')
  const { unwritable, notes } = blocked ? tryClient(document) : await tryFile(ctx, collect)
  const before = await lastMonthOf(ctx, collect)
  const found = findingsOf({
    collect,
    before,
    lines,
    unwritable,
    notes,
    threshold: variation_percent ?? ctx.config.of(variationPercent),
    sameSince: await sameSince(ctx, collect),
    patience: ctx.config.of(unchangedMonths),
  })
  const known = new Map((collect.acknowledgments ?? []).map(each => [each.finding, each]))
  const lastMonth = new Map((before?.acknowledgments ?? []).map(each => [subjectOf(each.finding), each]))
  return found.map(finding => {
    const warns = finding.severity === 'atencao'
    return {
      ...finding,
      acknowledged: answerOf(warns ? known.get(finding.key) : undefined),
      last_month: answerOf(warns ? lastMonth.get(subjectOf(finding.key)) : undefined),
    }
  })
}

type Passed = NonNullable<Collect['acknowledgments']>[number]
const answerOf = (passed: Passed | undefined) =>
  passed ? { name: passed.user?.name ?? '', reason: passed.reason, at: passed.at } : null

interface Tried {
  readonly unwritable: string | null
  readonly notes: readonly string[]
}
/** What writing the file says, without handing it to anybody. */
async function tryFile(ctx: Ctx, collect: Collect): Promise<Tried> {
  try {
    const file = await fileOf(ctx, collect)
    if (!file) return { unwritable: null, notes: [byHand] }
    return { unwritable: null, notes: file.warnings.filter(each => each !== allZero && each !== someKbps) }
  } catch (thrown) {
    return { unwritable: refusalIn(thrown)[0] ?? null, notes: [] }
  }
}
/** Whether a file could be in the client's name. */
function tryClient(document: string): Tried {
  try {
    refuseWrongCnpj(cnpjIn(document))
    return { unwritable: null, notes: [] }
  } catch (thrown) {
    return { unwritable: refusalIn(thrown)[0] ?? null, notes: [] }
  }
}
const byHand = 'O arquivo deste serviço ainda não é gerado aqui: preencha no site da Anatel.'

/** Throws a 422 that lists what keeps a coleta from being ready: what blocks, and warnings nobody acknowledged. */
export async function refuseUnready(ctx: Ctx, collect: Collect) {
  const found = await judgeCollect(ctx, collect)
  const open = found.filter(
    ({ severity, acknowledged }) => severity === 'impede' || (severity === 'atencao' && !acknowledged),
  )
  if (!open.length) return
  throw invalid({
    conferencia: open.map(({ severity, message }) =>
      severity === 'impede' ? message : `${message} Reconheça o aviso em Conferência, ou corrija.`,
    ),
  })
}

const common = { access: 'permission', scope: collects, params: z.object({ id: key }) } as const
const answerJson = shape({ name: string, reason: string, at: string })
const judgedJson = shape({
  key: string,
  severity: { ...string, enum: Object.keys(severities) },
  field: maybe(string),
  message: string,
  fix: maybe(string),
  acknowledged: maybe(answerJson),
  last_month: maybe(answerJson),
})

const check = operation<{ id: string }>({
  ...common,
  id: 'collects.conferencia',
  summary: 'Conferir a coleta antes de enviar',
  method: 'GET',
  url: '/api/v1/collects/:id/conferencia',
  rate: 'read',
  audit: null,
  answers: { 200: shape({ data: list(judgedJson) }) },
  handle: async (ctx, { params }) => ({ data: await judgeCollect(ctx, await ctx.rows(collects).find(params.id)) }),
})

const passing = z.strictObject({
  findings: z.array(z.string().max(500)).min(1, 'Escolha ao menos um aviso.').max(1_000),
  reason: z.string('Diga o motivo.').trim().min(3, 'Diga o motivo.').max(1_000),
})

const acknowledge = operation<{ id: string }, unknown, z.infer<typeof passing>>({
  ...common,
  id: 'collects.reconhecer',
  summary: 'Reconhecer avisos da conferência',
  method: 'PUT',
  url: '/api/v1/collects/:id/reconhecer',
  rate: 'write',
  audit: 'collects.reconhecer',
  body: passing,
  answers: { 200: doneJson(rowJson(collects)) },
  handle: async (ctx, { params, body: { findings, reason } }) => {
    const collect = await ctx.rows(collects).lock(params.id)
    const warned = new Map(
      (await judgeCollect(ctx, collect)).flatMap(each =>
        each.severity === 'atencao' && !each.acknowledged ? [[each.key, each.message]] : [],
      ),
    )
    const gone = findings.find(each => !warned.has(each))
    if (gone !== undefined) throw problem('conflict', 'Algum aviso mudou desde que você o leu. Confira de novo.')
    const at = new Date().toISOString()
    const passed = findings.map(finding => ({
      finding,
      message: warned.get(finding) ?? '',
      reason,
      user_id: ctx.user.id,
      at,
    }))
    const acknowledgments = [...(collect.acknowledgments ?? []), ...passed]
    const updated = await ctx.rows(collects).update(collect.id, { acknowledgments }, versionIn(ctx), 'reconhecer')
    const said = findings.length === 1 ? 'Aviso reconhecido.' : `${findings.length} avisos reconhecidos.`
    return new Answer(200, done(200, said, updated), { ETag: `"${updated.version}"` })
  },
})

export const checkOperations = [check, acknowledge] as const
