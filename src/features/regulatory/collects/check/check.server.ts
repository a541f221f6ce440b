import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { doneJson, list, maybe, rowJson, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { severities } from '#features/regulatory/collects/check/findings.ts'
import { judgeCollect, judgeCollects } from '#features/regulatory/collects/check/judge.server.ts'
import { gateViews } from '#features/regulatory/collects/check/pass.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { nextAct } from '#features/regulatory/collects/gate/facts.server.ts'
import { gateActs, gateKinds } from '#features/regulatory/collects/gate/gate.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, operation } from '#server/operation.ts'

const ofColeta = { access: 'permission', scope: collects, params: z.object({ id: key }) } as const
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
const pointJson = shape({
  kind: { ...string, enum: [...gateKinds] },
  weight: { ...string, enum: ['stops', 'asks', 'tells'] },
  text: string,
  where: maybe(string),
  answered: maybe(answerJson),
})

const check = operation<{ id: string }>({
  ...ofColeta,
  id: 'collects.conferencia',
  summary: 'Conferir a coleta antes de enviar',
  method: 'GET',
  url: '/api/v1/collects/:id/conferencia',
  rate: 'read',
  audit: null,
  // What it may be called next, and what there is to say before it is.
  answers: {
    200: shape({
      data: list(judgedJson),
      gate: maybe(shape({ act: { ...string, enum: Object.keys(gateActs) }, points: list(pointJson) })),
    }),
  },
  handle: async (ctx, { params }) => {
    const collect = await ctx.rows(collects).find(params.id)
    const act = nextAct(collect.status)
    const findings = await judgeCollects(ctx, [collect])
    const data = findings.get(collect.id) ?? []
    if (act === null || !isStaff(ctx.user)) return { data, gate: null }
    const views = await gateViews(ctx, act, [collect], findings)
    return { data, gate: { act, points: views.get(collect.id)?.points ?? [] } }
  },
})

const passing = z.strictObject({
  findings: z.array(z.string().max(500)).min(1, 'Escolha ao menos um aviso.').max(1_000),
  reason: z.string('Diga o motivo.').trim().min(3, 'Diga o motivo.').max(1_000),
})

const acknowledge = operation<{ id: string }, unknown, z.infer<typeof passing>>({
  ...ofColeta,
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
    return new Answer(200, doneAnswer(200, said, updated), { ETag: `"${updated.version}"` })
  },
})

export const checkOperations = [check, acknowledge] as const
