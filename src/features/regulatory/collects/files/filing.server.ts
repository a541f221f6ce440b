import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { ListedOf, StoredOf } from '#kernel/resource.ts'
import { collectFiles, collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { stepOf, steps, type Step } from '#features/regulatory/collects/coleta/steps.ts'
import { tellRefused, type NoticedColeta } from '#features/regulatory/collects/coleta/told.server.ts'
import type { Filed } from '#features/regulatory/collects/files/files.server.ts'
import { paperFacts, type PaperFacts } from '#parts/receipt/paper.server.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import { emptyOutcome, refusalError } from '#parts/receipt/verdict.ts'
import { statusOf } from '#parts/status/status.server.ts'
import type { Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'

/** A change of step needs these fields. */
export type StandingCollect = Versioned<Pick<Collect, 'id' | 'status' | 'edition'>>

/** Describes the sent file and its stored bytes; null for a service whose file we do not write. */
export type StoredFiling = (Omit<Filed, 'bytes' | 'warnings' | 'whole'> & Pick<GivenReceipt, 'size' | 'sha256'>) | null
/** A receipt of this coleta, taken in. */
export interface GivenReceipt {
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly sha256: string
}

export function refuseUnless(collect: Pick<Collect, 'status'>, ...of: readonly Step[]) {
  const step = stepOf(collect.status)
  if (of.includes(step)) return
  const named = of.map(each => steps[each].name.toLowerCase()).join(' ou ')
  throw problem('conflict', `A coleta está ${steps[step].name.toLowerCase()}: para isto, precisa estar ${named}.`)
}

/** Changes the step of a coleta; throws if somebody changed it since it was read. */
export const move = async (
  ctx: Ctx,
  { id, version }: Pick<StandingCollect, 'id' | 'version'>,
  step: Step,
  event: string,
  error: string | null = null,
  more: GateAnswers = {},
) => ctx.rows(collects).put(id, { status_id: await statusOf(ctx, 'Collect', step), error, ...more }, version, event)

/** What was answered at the gate, written with the step. */
export type GateAnswers = Pick<Partial<StoredOf<typeof collects>>, 'acknowledgments'>

/** Says that a coleta went to Anatel, and keeps what went. */
export async function sayFiled(ctx: Ctx, collect: StandingCollect, filed: StoredFiling, answers: GateAnswers = {}) {
  const row = await move(ctx, collect, 'enviada', 'enviar', null, answers)
  if (filed)
    await ctx.rows(collectFiles).create({
      name: filed.name,
      ext: 'csv',
      size: filed.size,
      sha256: filed.sha256,
      user_id: ctx.user.id,
      collect_id: collect.id,
      kind: 'arquivo',
      edition: collect.edition,
      rows: filed.rows,
      accesses: filed.accesses,
    })
  return row
}

/** Undoes sending, with the stored file. Throws a 409 if anything happened to the coleta since. */
export async function takeBackFiled(ctx: Ctx, key: number | string, version: number) {
  const collect = await ctx.rows(collects).find(key, [])
  if (collect.version !== version || stepOf(collect.status) !== 'enviada')
    throw problem('conflict', `A coleta mudou depois, e está ${steps[stepOf(collect.status)].name.toLowerCase()}.`)
  if ((await storedFilesOfColetas(ctx, [collect.id], 'recibo')).some(({ edition }) => edition === collect.edition))
    throw problem('conflict', 'A coleta tem recibo guardado: o envio fica.')
  for (const { id, edition } of await storedFilesOfColetas(ctx, [collect.id], 'arquivo'))
    if (edition === collect.edition) await ctx.rows(collectFiles).remove(id)
  return move(ctx, collect, 'finalizado', 'desfazer-envio')
}

/** Refuses a document already stored: a client that got no answer may send it again. */
export async function refuseSamePaper(ctx: Ctx, coleta: number, { sha256 }: GivenReceipt, kind: 'recibo' | 'recusa') {
  if ((await storedFilesOfColetas(ctx, [coleta], kind)).some(each => each.sha256 === sha256))
    throw problem('conflict', 'Este mesmo arquivo já está guardado nesta coleta.')
}

/** Keeps a paper of the version that went last, with what was read of it. */
export const keepPaper = (
  ctx: Ctx,
  collect: Pick<StandingCollect, 'id' | 'edition'>,
  { name, ext, size, sha256 }: GivenReceipt,
  kind: 'recibo' | 'recusa',
  facts: PaperFacts,
) =>
  ctx.rows(collectFiles).create({
    name,
    ext,
    size,
    sha256,
    user_id: ctx.user.id,
    collect_id: collect.id,
    kind,
    edition: collect.edition,
    ...facts,
  })

/**
 * Keeps a paper by which Anatel refused a coleta, and registers that as its error in the paper's words; `moved` is null where
 * the coleta had an error already. Throws a 409 where it is at no step that the agency refuses, or has this very paper.
 */
export async function keepRefusal(
  ctx: Ctx,
  collect: NoticedColeta & StandingCollect,
  file: GivenReceipt,
  reading: ReceiptReading | null,
  protocol: string | null,
) {
  refuseUnless(collect, 'enviada', 'processada', 'com-erro')
  await refuseSamePaper(ctx, collect.id, file, 'recusa')
  const kept = await keepPaper(ctx, collect, file, 'recusa', paperFacts(reading, protocol))
  if (stepOf(collect.status) === 'com-erro') return { kept, moved: null }
  const moved = await move(ctx, collect, 'com-erro', 'erro', refusalError(reading?.outcome ?? emptyOutcome))
  await tellRefused(ctx, collect)
  return { kept, moved }
}

interface KeptOfColeta extends Pick<ListedOf<typeof collectFiles>, 'id' | 'edition' | 'name'> {
  readonly collect_id: number
  readonly sha256: string
}
/** Lists stored files of any version, of coletas the reader sees. */
export async function storedFilesOfColetas(
  { sql: db }: Ctx,
  ids: readonly number[],
  kind: 'recibo' | 'recusa' | 'arquivo',
): Promise<readonly KeptOfColeta[]> {
  const { rows } = await sql<KeptOfColeta>`
    select id, collect_id, edition, name, sha256 from collect_files
    where collect_id = any(${[...ids]}::bigint[]) and kind = ${kind} and deleted_at is null order by id`.execute(db)
  return rows
}
