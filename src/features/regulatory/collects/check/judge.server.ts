import { refusalIn } from '#kernel/problem.ts'
import { cnpjIn } from '#features/regulatory/anatel/access-file.ts'
import { layoutFor, type Siglas } from '#features/regulatory/anatel/layouts.ts'
import { termsOf } from '#features/regulatory/anatel/services.server.ts'
import { allZero, refuseWrongCnpj, someKbps } from '#features/regulatory/anatel/write.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { AcknowledgedFinding } from '#features/regulatory/collects/check/api.ts'
import { findingsOf, subjectOf, type Evidence, type Finding } from '#features/regulatory/collects/check/findings.ts'
import { linesFound } from '#features/regulatory/collects/check/lines.ts'
import { sameSince } from '#features/regulatory/collects/check/unchanged.server.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { unchangedMonths, variationPercent } from '#features/regulatory/collects/coleta/settings.server.ts'
import { lastMonthsOf } from '#features/regulatory/collects/compare/neighbours.server.ts'
import { fileFrom, type Unwritten } from '#features/regulatory/collects/files/files.server.ts'
import { unwrittenOf } from '#features/regulatory/collects/files/written.server.ts'
import type { Ctx } from '#server/operation.ts'

/** Everything there is to say of a coleta before it is filed. */
export const judgeCollect = async (ctx: Ctx, collect: Collect) =>
  (await judgeCollects(ctx, [collect])).get(collect.id) ?? []

/** The same of many, by id: what they have in common is read once, and other requests have their turn between them. */
export async function judgeCollects(
  ctx: Ctx,
  some: readonly Collect[],
): Promise<ReadonlyMap<number, readonly AcknowledgedFinding[]>> {
  if (!some.length) return new Map()
  const { of, siglas } = await unwrittenOf(ctx, some)
  const terms = await termsOf(ctx)
  const holders = await ctx.rows(clients).among(
    [...new Set(some.map(({ client_id }) => client_id))],
    [
      ['variation_percent', clients.fields.variation_percent],
      ['document', clients.fields.document],
    ],
  )
  const clientsById = new Map(holders.map(each => [each.id, each]))
  const lastMonths = await lastMonthsOf(ctx, some)
  const same = await sameSince(ctx, some)
  const judged = new Map<number, readonly AcknowledgedFinding[]>()
  for (const collect of some) {
    if (judged.size) await new Promise(resolve => setImmediate(resolve))
    const { variation_percent, document = '' } = clientsById.get(collect.client_id) ?? {}
    const layout = layoutFor(terms.get(collect.service_type_id ?? 0) ?? null, collect)
    const lines = layout ? linesFound({ collect, layout, siglas }) : []
    // The file would name one of the lines that cannot be written; here all of them are named, with what is not of the lines.
    const blocked = lines.some(({ severity }) => severity === 'impede')
    const before = lastMonths.get(collect.id) ?? null
    const found = findingsOf({
      collect,
      before,
      lines,
      ...(blocked ? tryClient(document) : tryFile(of(collect), siglas)),
      threshold: variation_percent ?? ctx.config.of(variationPercent),
      sameSince: same.get(collect.id) ?? collect,
      patience: ctx.config.of(unchangedMonths),
    })
    judged.set(collect.id, withAnswers(found, collect, before))
  }
  return judged
}

/** Findings with who let each pass, now and a month ago. */
function withAnswers(
  found: readonly Finding[],
  collect: Collect,
  before: Collect | null,
): readonly AcknowledgedFinding[] {
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

type Tried = Pick<Evidence, 'unwritable' | 'notes'>
/** What writing the file says, without handing it to anybody. */
function tryFile(unwritten: Unwritten | null, siglas: Siglas): Tried {
  try {
    if (!unwritten) return { unwritable: null, notes: [byHand] }
    const { warnings } = fileFrom(unwritten, siglas)
    return { unwritable: null, notes: warnings.filter(each => each !== allZero && each !== someKbps) }
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
