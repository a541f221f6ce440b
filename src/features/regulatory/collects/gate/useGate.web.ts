import { useState } from 'react'
import type { ProblemBody } from '#kernel/problem.ts'
import type { GateAct, GatePoint } from '#features/regulatory/collects/gate/gate.ts'
import { ApiError } from '#web/api-error.ts'
import { report } from '#web/faults.ts'
import { clearMessages } from '#web/messages.ts'

/** What a door refused with the points of the gate. */
export interface GateRefusal {
  readonly act: GateAct
  readonly points: readonly GatePoint[]
  /** 'Canavial Net, nov/2026: para ser finalizada, diga o motivo.' */
  readonly message: string
  /** The coleta it is of. */
  readonly holder: NonNullable<ProblemBody['holder']>
}
export interface GateQuestion {
  readonly refusal: GateRefusal
  /** The reason, or null for not going on. */
  readonly answer: (reason: string | null) => void
}
interface GateCall {
  readonly quiet: true
  readonly reason?: string
}
/** Does a step through the gate: answers what the server did, or null where it was not gone on with. */
export type ThroughGate = <T>(
  step: (options: GateCall) => Promise<T>,
  tell?: (error: ApiError) => void,
) => Promise<T | null>

const isGate = (data: unknown): data is { readonly gate: Pick<GateRefusal, 'act' | 'points'> } =>
  typeof data === 'object' && data !== null && 'gate' in data
function refusedIn(error: unknown): GateRefusal | null {
  if (!(error instanceof ApiError) || error.status !== 422 || !error.body?.holder) return null
  const { data, message, holder } = error.body
  return isGate(data) ? { ...data.gate, message, holder } : null
}

/**
 * Runs a step that the gate may refuse. Only the server knows the points to raise; when it asks for a reason, `GateDialog`
 * shows the question and the step runs again with the reason. Any other error is shown on the page, or by the callback, and
 * thrown.
 */
export function useGate(): { readonly question: GateQuestion | null; readonly through: ThroughGate } {
  const [question, ask] = useState<GateQuestion | null>(null)
  const through: ThroughGate = async (step, tell = report) => {
    let reason: string | null = null
    for (;;)
      try {
        const done = await step({ quiet: true, ...(reason !== null && { reason }) })
        clearMessages()
        return done
      } catch (error) {
        const refusal = refusedIn(error)
        if (!refusal) {
          if (error instanceof ApiError) tell(error)
          throw error
        }
        reason = await new Promise<string | null>(answer => ask({ refusal, answer }))
        ask(null)
        if (reason === null) return null
      }
  }
  return { question, through }
}
