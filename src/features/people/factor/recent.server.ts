import type { Authenticated } from '#features/people/auth/authenticate.server.ts'
import { proofMinutes } from '#features/people/factor/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { ArrivingRequest, CallerHeaders, House } from '#server/house.ts'

/** Adds to each caller how they proved, in the minutes of the setting, who they are. */
export const withProofs =
  (
    callerOf: (headers: CallerHeaders, arriving?: ArrivingRequest) => Promise<Authenticated | null>,
    config: Config,
    now: () => Date,
  ): House['authenticate'] =>
  async (headers, arriving) => {
    const caller = await callerOf(headers, arriving)
    if (!caller) return null
    const { user, session_id, proved_at, factor_proved_at } = caller
    const since = now().getTime() - config.of(proofMinutes) * 60_000
    const isRecent = (instant: string | null) => instant !== null && Date.parse(instant) > since
    return { user, session_id, proof: { any: isRecent(proved_at), factor: isRecent(factor_proved_at) } }
  }
