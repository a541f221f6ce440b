import * as z from 'zod'
import { doneJson, integer, list, maybe, shape, string } from '#kernel/json.ts'
import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { answersOf } from '#features/collects/check/pass.server.ts'
import { collects } from '#features/collects/coleta/collects.ts'
import { chosenColetas, coletas, leftOut, lockColetas, toEach, uuid } from '#features/month/chosen.server.ts'
import { finishPassed, reopen } from '#features/collects/steps.server.ts'
import { stepOf, steps, type Step } from '#features/collects/coleta/steps.ts'
import { gated } from '#features/month/gated.server.ts'
import { done, operation } from '#server/operation.ts'

const finishFacts = { method: 'PUT', access: 'permission', scope: collects, rate: 'heavy' } as const

const finishSchema = chosenColetas.extend({
  /** Only says what would be done. */
  dry: z.boolean().default(false),
})

const finish = operation<unknown, unknown, z.infer<typeof finishSchema>>({
  ...finishFacts,
  id: 'collects.finalizar-mes',
  summary: 'Finalizar as coletas que passam, com o motivo em X-Motivo as que pedem um, ou só dizer quais são',
  url: '/api/v1/collects/finalizar-mes',
  audit: 'collects.finalizar',
  body: finishSchema,
  answers: {
    200: doneJson(
      shape({
        finished: integer,
        // What takes it back: each as it was left, and where it was before; and of copies, the month they are of.
        done: list(shape({ uuid: string, version: integer, step: string, copy: maybe(string) })),
        // They may pass, and were left because no reason was given.
        asks: leftOut,
        refused: leftOut,
      }),
    ),
  },
  handle: async (ctx, { body: { uuids, dry } }) => {
    if (!dry) await lockColetas(ctx, uuids)
    const { pass, asks, refused } = await gated(ctx, 'finalizar', uuids)
    const finished: { uuid: string; version: number; step: Step; copy: string | null }[] = []
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
    return done(200, said, { finished: length, done: finished, asks, refused })
  },
})

/** Of an answer, only what is needed here. */
const back = z.strictObject({
  collects: z
    .array(
      z.object({
        uuid,
        version: z.number().int(),
        step: z.enum(['em-aberto', 'aguardando-cliente', 'em-conferencia'], 'Informe a situação de antes.'),
      }),
      'Informe a lista de coletas.',
    )
    .min(1)
    .max(2_000),
})

const undo = operation<unknown, unknown, z.infer<typeof back>>({
  ...finishFacts,
  id: 'collects.desfazer-mes',
  summary: 'Devolver as coletas recém-finalizadas à situação de antes',
  url: '/api/v1/collects/desfazer-mes',
  audit: 'collects.reabrir',
  body: back,
  answers: { 200: doneJson(shape({ reopened: integer, refused: leftOut })) },
  handle: async (ctx, { body }) => {
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
    return done(200, said, { reopened: acted.length, refused })
  },
})

export const finishOperations = [finish, undo] as const
