import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { acknowledgeFindings, checkCollect } from '#features/regulatory/collects/check/api.ts'
import { judgeCollect, judgeCollects } from '#features/regulatory/collects/check/judge.server.ts'
import { gateViews } from '#features/regulatory/collects/check/pass.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { nextAct } from '#features/regulatory/collects/gate/facts.server.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const checkRoute = serve(checkCollect, async (ctx, { id }) => {
  const collect = await ctx.rows(collects).find(id)
  const act = nextAct(collect.status)
  const findings = await judgeCollects(ctx, [collect])
  const data = findings.get(collect.id) ?? []
  if (act === null || !isStaff(ctx.user)) return { data, gate: null }
  const views = await gateViews(ctx, act, [collect], findings)
  return { data, gate: { act, points: views.get(collect.id)?.points ?? [] } }
})

const acknowledgeRoute = serve(acknowledgeFindings, async (ctx, { id, body: { findings, reason } }) => {
  const collect = await ctx.rows(collects).lock(id)
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
  const message = findings.length === 1 ? 'Aviso reconhecido.' : `${findings.length} avisos reconhecidos.`
  return new Answer(200, doneAnswer(200, message, updated), { ETag: `"${updated.version}"` })
})

export const checkOperations = [checkRoute, acknowledgeRoute] as const
