import * as z from 'zod'
import { gateKinds, type GateKind } from '#features/regulatory/collects/gate/gate.ts'
import { featureSetting } from '#server/config.ts'

const isKind = (word: string): word is GateKind => gateKinds.some(kind => kind === word)

/** A point is made stricter, never milder: nothing here lets a month that is not over, or a refusal, pass without a word. */
export const gateStops = featureSetting(
  'COLLECT_GATE_STOPS',
  z
    .string()
    .transform(text =>
      text
        .split(',')
        .map(word => word.trim())
        .filter(Boolean),
    )
    .refine(words => words.every(isKind), `deve ser alguns de ${gateKinds.join(',')}`)
    .transform(words => words.filter(isKind))
    .optional(),
  'Points that stop a coleta from being finished, sent or processed where they would ask for a reason: `mes,aguarda,acompanhar,recibo,perguntas`',
)
