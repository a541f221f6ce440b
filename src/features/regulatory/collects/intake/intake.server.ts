import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { lastMonthOf } from '#features/regulatory/collects/compare/neighbours.server.ts'
import { withCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { coletaContext, type CollectContext } from '#features/regulatory/collects/intake/context.server.ts'
import {
  entryKey,
  entryQuestions,
  isAdded,
  sumsAdded,
  type AccessSums,
} from '#features/regulatory/collects/intake/evidence/entry.ts'
import { monthQuestion, type MonthSums } from '#features/regulatory/collects/intake/evidence/month.ts'
import { openIn, type Answers, type FileQuestion } from '#features/regulatory/collects/intake/evidence/questions.ts'
import {
  fatal,
  importAccesses,
  type Imported,
  type FileContext,
} from '#features/regulatory/collects/intake/import.server.ts'
import { sentIn, type SentFile } from '#features/regulatory/collects/intake/instructions.server.ts'
import type { Instructions } from '#features/regulatory/collects/intake/intake.ts'
import { isLight, overLong } from '#parts/table/read.server.ts'
import { tooMuch } from '#parts/table/table.server.ts'
import { Ended, workInChild } from '#parts/child/child.server.ts'
import type { Asker } from '#parts/child/turns.ts'
import { sha256Of } from '#parts/file/store.server.ts'
import type { Ctx } from '#server/operation.ts'

/** A file somebody sent for a coleta, read and judged. */
export interface ReadFile extends SentFile, CollectContext {
  readonly imported: Imported
  readonly sha256: string
}

/** `more`: what the one who asks knows besides. */
export async function readFor(
  ctx: Ctx,
  id: string,
  body: Uint8Array,
  more: Pick<FileContext, 'unkept'> = {},
): Promise<ReadFile> {
  const context = await coletaContext(ctx, id)
  const sent = await sentIn(body, ctx.request.headers['content-type'])
  const known = { ...context.known, name: sent.name, ...more }
  const sha256 = await sha256Of(sent.bytes)
  const imported = await judgeFile({ user: ctx.user.id }, sent.bytes, context.lookups, known, sent.told)
  const { answers } = sent.told
  const { header, summary, sums, repeated } = imported
  const file = { name: sent.name, sha256, header, rows: summary.rows, accesses: summary.accesses, sums, repeated }
  const entry = summary.rows ? entryQuestions(context.contents, file, answers) : []
  // Until it is answered whether the file is all of the month there is nothing to compare.
  const isOpen = openIn(entry).some(({ key }) => key === entryKey)
  const compared = isOpen ? [] : await lastMonthQuestion(ctx, context, sums, answers)
  return {
    ...sent,
    ...context,
    sha256,
    imported: { ...imported, questions: [...entry, ...imported.questions, ...compared] },
  }
}

/** The month before beside what the file brings, where there are both. */
async function lastMonthQuestion(
  ctx: Ctx,
  { collect, contents, lookups, threshold }: CollectContext,
  brought: AccessSums,
  answers: Answers,
): Promise<readonly FileQuestion[]> {
  const added = isAdded(answers, contents)
  const sums = added ? sumsAdded(contents.sums, brought) : brought
  const before = sums.speeds.length ? await lastMonthOf(ctx, collect) : null
  if (!before) return []
  const counted = withCounted(before.locations)
  const was: MonthSums = {
    places: new Map(
      counted.map(({ city, accesses_ordered: lines }) => [
        city.name,
        lines.reduce((sum, { amount }) => sum + amount, 0),
      ]),
    ),
    speeds: counted.flatMap(({ accesses_ordered: lines }) => lines.flatMap(({ speed }) => speed ?? [])),
  }
  const nameOf = (code: string) => {
    const town = lookups.cities.get(Number(code))
    return town ? `${town.name}/${town.uf}` : code
  }
  const is: MonthSums = {
    places: new Map(Object.entries(sums.places).map(([code, n]) => [nameOf(code), n])),
    speeds: sums.speeds.filter(each => each > 0),
  }
  return was.places.size ? [monthQuestion(before, was, is, threshold, answers, added)] : []
}

/** What is small is judged at once; what is long or packed in a process apart, which a hostile file may end. */
async function judgeFile(
  asker: Asker,
  bytes: Uint8Array,
  lookups: Lookups,
  known: FileContext,
  told: Instructions,
): Promise<Imported> {
  if (isLight(bytes) || overLong(bytes) !== null) return importAccesses(bytes, lookups, known, told)
  let heard: Imported | undefined
  try {
    await workInChild<Imported>(
      { from: import.meta.url, name: 'intake-child' },
      asker,
      { bytes, lookups, known, told },
      imported => (heard = imported),
    )
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    return fatal(tooMuch)
  }
  return heard ?? fatal(tooMuch)
}
