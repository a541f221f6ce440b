import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { doneShape, keyShape, listShape, rowShape, valueShape } from '#kernel/wire.ts'
import { severities } from '#features/regulatory/collects/check/findings.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { gateActs, gateKinds, type GateKind, type GateWeight } from '#features/regulatory/collects/gate/gate.ts'

/** Who accepted a warning, why and when. */
const acknowledgement = z.object({ name: z.string(), reason: z.string(), at: z.string() })

const acknowledgedFinding = z.object({
  key: z.string(),
  severity: keyShape(severities),
  field: z.string().nullable(),
  message: z.string(),
  fix: z.string().nullable(),
  acknowledged: acknowledgement.nullable(),
  /** Last month's answer does not count now. */
  last_month: acknowledgement.nullable(),
})
/** A finding carries who accepted it; a blocking one cannot be accepted. */
export type AcknowledgedFinding = z.infer<typeof acknowledgedFinding>

const gatePoint = z.object({
  kind: valueShape<GateKind>({ ...string, enum: [...gateKinds] }),
  weight: valueShape<GateWeight>({ ...string, enum: ['stops', 'asks', 'tells'] }),
  text: z.string(),
  where: z.string().nullable(),
  answered: acknowledgement.nullable(),
})

const checkedColeta = z.object({
  data: listShape(acknowledgedFinding),
  /** The next act and its open points; null for people of clients and where no act remains. */
  gate: z.object({ act: keyShape(gateActs), points: listShape(gatePoint) }).nullable(),
})
export type CheckedColeta = z.infer<typeof checkedColeta>

export const checkCollect = call.get('/collects/:id/conferencia', {
  id: 'collects.conferencia',
  summary: 'Conferir a coleta antes de enviar',
  of: collects,
  answer: checkedColeta,
})

export const acknowledgeFindings = call.put('/collects/:id/reconhecer', {
  id: 'collects.reconhecer',
  summary: 'Reconhecer avisos da conferência',
  of: collects,
  body: z.strictObject({
    findings: z.array(z.string().max(500)).min(1, 'Escolha ao menos um aviso.').max(1_000),
    reason: z.string('Diga o motivo.').trim().min(3, 'Diga o motivo.').max(1_000),
  }),
  answer: doneShape(rowShape(collects)),
})
