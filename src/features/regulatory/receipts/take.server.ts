import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { showDate, showInstant } from '#kernel/show.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { addReceipt, beginDrop } from '#features/regulatory/receipts/api.ts'
import { mostFiles, receiptDrops, receipts } from '#features/regulatory/receipts/receipts.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import { extOf } from '#parts/file/file.ts'
import { fitFileName } from '#parts/file/inspect.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { label } from '#parts/period/period.ts'
import { Answer, doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** A drop begins empty; its files come one by one, and are read once all are here. */
export const takingOperations: readonly AnyOperation[] = [
  serve(beginDrop, async (ctx, { body: { processed } }) => {
    const name = `Comprovantes de ${showInstant(new Date().toISOString())}`
    const drop = await ctx.rows(receiptDrops).create({ name, processed, user_id: ctx.user.id, state: 'recebendo' })
    return new Answer(201, doneAnswer(201, 'Lote aberto: envie os arquivos.', drop))
  }),
  serve(addReceipt, async (ctx, { id, query: { name }, body }) => {
    const drop = await ctx.rows(receiptDrops).find(id)
    if (drop.user_id !== ctx.user.id) throw problem('forbidden', 'Só quem abriu o lote põe arquivos nele.')
    await refuseOverDay(ctx, null, body.length)
    const taken = await takenIn(ctx, name, body)
    const row = await ctx.transact(async inner => {
      await refuseClosed(inner, drop.id)
      if (taken.sha256 !== null) await takeOfDay(inner, null, taken.size)
      return inner.rows(receipts).create({ ...(await cameOf(inner, taken)), drop_id: drop.id, user_id: ctx.user.id })
    })
    return new Answer(201, doneAnswer(201, row.why ?? 'Arquivo recebido.', row))
  }),
]

/** One at a time: of the last place in a drop, two do not both take it. */
async function refuseClosed(ctx: Ctx, id: number) {
  const { rows } = await sql<{ undone: boolean }>`
    select undone_at is not null as undone from receipt_drops where id = ${id} for no key update`.execute(ctx.sql)
  if (rows[0]?.undone !== false) throw problem('conflict', 'O lote foi desfeito: comece outro.')
  const held = await sql<{ n: number }>`
    select count(*)::int as n from receipts where drop_id = ${id} and deleted_at is null`.execute(ctx.sql)
  if ((held.rows[0]?.n ?? 0) >= mostFiles)
    throw problem('conflict', `Um lote tem até ${mostFiles} arquivos: solte o resto em outro.`)
}

const onlyPdf = 'Só PDFs são lidos aqui. Outro arquivo, guarde na própria coleta, em Envio.'
interface TakenFile {
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly sha256: string | null
  readonly why: string | null
}

/** Checks and stores the file; or answers its name, and why it was refused. */
async function takenIn(ctx: Ctx, given: string, bytes: Uint8Array): Promise<TakenFile> {
  try {
    if (extOf(given) !== 'pdf') throw problem('conflict', onlyPdf)
    return { ...(await receiveFile(ctx, given, bytes)), why: null }
  } catch (thrown) {
    const why = refusalIn(thrown).join(' ')
    return {
      name: fitFileName(given).slice(0, 160) || 'arquivo',
      ext: extOf(given) ?? '',
      size: bytes.length,
      sha256: null,
      why,
    }
  }
}

/** Where it goes at first: to be read, or nowhere, for it was refused or is here already. */
async function cameOf(ctx: Ctx, { why, ...file }: TakenFile) {
  if (file.sha256 === null) return { ...file, why, state: 'recusado' as const }
  const twin = await twinOf(ctx, file.sha256)
  return { ...file, why: twin, state: twin ? ('repetido' as const) : ('na-fila' as const) }
}

/** Answers where the same bytes already are, as far as the user sees. A concurrent upload of them waits. */
async function twinOf(ctx: Ctx, sha256: string): Promise<string | null> {
  // This row is written with the bytes, and remains for a day.
  await sql`select 1 from loose_files where name = ${sha256} for update`.execute(ctx.sql)
  const dropped = await sql<{ id: number }>`
    select id from receipts
    where sha256 = ${sha256} and state in ('na-fila', 'bandeja', 'guardado') and deleted_at is null order by id desc limit 5`.execute(
    ctx.sql,
  )
  const [twin] = await ctx.rows(receipts).among(dropped.rows.map(({ id }) => id))
  if (twin) {
    const since = showDate(dayIn(new Date(twin.created_at)).day)
    const where = { guardado: `está guardado: ${twin.about ?? ''}`, bandeja: 'está na bandeja' }
    return `O mesmo arquivo já veio em ${since}, como “${twin.name}”, e ${
      twin.state === 'guardado' || twin.state === 'bandeja' ? where[twin.state] : 'espera para ser lido'
    }.`.slice(0, 500)
  }
  const byHand = await sql<{ collect_id: number; kind: string }>`
    select collect_id, kind from collect_files
    where sha256 = ${sha256} and kind in ('recibo', 'recusa') and deleted_at is null limit 5`.execute(ctx.sql)
  const [coleta] = await ctx.rows(collects).among(byHand.rows.map(({ collect_id }) => collect_id))
  const kind = byHand.rows.find(({ collect_id }) => collect_id === coleta?.id)?.kind ?? 'recibo'
  return coleta ? `O mesmo arquivo já é ${kind} da coleta de ${label(coleta)} de ${coleta.client.name}.` : null
}
