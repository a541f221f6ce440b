import { gateReason, gateViews, type GateView } from '#features/regulatory/collects/check/pass.server.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { asking, stopping, type GateAct } from '#features/regulatory/collects/gate/gate.ts'
import type { LeftColeta } from '#features/regulatory/month/api.ts'
import { toEach } from '#features/regulatory/month/chosen.server.ts'
import type { Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'

interface GatedColeta extends GateView {
  readonly collect: Versioned<Collect>
}

/**
 * Many at the gate at once: those that pass, those that would with a reason (unless one is given), and those that do not.
 * `why`: what keeps one from the act itself, whatever the gate says.
 */
export async function gated(
  ctx: Ctx,
  act: GateAct,
  uuids: readonly string[],
  why?: (collect: Collect) => readonly string[],
) {
  const open: Versioned<Collect>[] = []
  const { refused } = await toEach(
    ctx,
    uuids,
    async collect => {
      const reasons = why?.(collect) ?? []
      if (!reasons.length) open.push(collect)
      return reasons
    },
    why && (() => true),
  )
  const views = await gateViews(ctx, act, open)
  const pass: GatedColeta[] = []
  const asks: LeftColeta[] = []
  const left: LeftColeta[] = [...refused]
  const reason = gateReason(ctx)
  for (const collect of open) {
    const { points, origin } = views.get(collect.id) ?? { points: [], origin: nowhere }
    const [stops, asked] = [stopping(points), asking(points)]
    const into = (list: LeftColeta[], of: typeof points) =>
      list.push({ uuid: collect.uuid, name: collect.client.name, reasons: of.map(({ text }) => text) })
    if (stops.length) into(left, stops)
    else if (asked.length && reason === null) into(asks, asked)
    else pass.push({ collect, points, origin })
  }
  // In the order of the request, for whatever reason they were left out.
  const order = new Map(uuids.map((uuid, at) => [uuid, at]))
  const placed = ({ uuid }: LeftColeta) => order.get(uuid) ?? 0
  return { pass, asks, refused: left.toSorted((one, other) => placed(one) - placed(other)) }
}
const nowhere = { kind: 'vazios', of: null, confirmed: null } as const
