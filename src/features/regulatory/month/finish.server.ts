import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { answersOf } from '#features/regulatory/collects/check/pass.server.ts'
import { finishColetas, undoFinishing, type FinishedColeta } from '#features/regulatory/month/api.ts'
import { coletas, lockColetas, toEach } from '#features/regulatory/month/chosen.server.ts'
import { finishPassed, reopen } from '#features/regulatory/collects/steps.server.ts'
import { stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { gated } from '#features/regulatory/month/gated.server.ts'
import { doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const finish = serve(finishColetas, async (ctx, { body: { uuids, dry } }) => {
  if (!dry) await lockColetas(ctx, uuids)
  const { pass, asks, refused } = await gated(ctx, 'finalizar', uuids)
  const finished: FinishedColeta[] = []
  for (const { collect, points, origin } of pass) {
    const { uuid, version } = collect
    if (!dry) await finishPassed(collect, ctx, answersOf(ctx, collect, points))
    const copy = origin.kind === 'copiados' ? origin.of : null
    finished.push({ uuid, version: dry ? version : version + 1, step: stepOf(collect.status), copy })
  }
  const { length } = finished
  const said = dry
    ? `${count(length, coletas)} ${length === 1 ? 'passa' : 'passam'}.`
    : `${count(length, coletas)} ${length === 1 ? 'finalizada' : 'finalizadas'}.`
  return doneAnswer(200, said, { finished: length, done: finished, asks, refused })
})

const undo = serve(undoFinishing, async (ctx, { body }) => {
  const left = new Map(body.collects.map(each => [each.uuid, each]))
  await lockColetas(ctx, [...left.keys()])
  const { acted, refused } = await toEach(
    ctx,
    [...left.keys()],
    async collect => {
      const { version, step } = left.get(collect.uuid) ?? { version: 0, step: 'em-aberto' as const }
      if (collect.version !== version) return ['Mudou depois de finalizada.']
      return reopen(step)(collect, ctx).then(() => [], refusalIn)
    },
    ({ status }) => status?.name === steps.finalizado.name,
  )
  const said = `${count(acted.length, coletas)} ${acted.length === 1 ? 'reaberta' : 'reabertas'}.`
  return doneAnswer(200, said, { reopened: acted.length, refused })
})

export const finishOperations = [finish, undo] as const
