import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import {
  addFilingReceipt,
  recordFilingRefused,
  recordFilingSent,
  reopenFiling,
  saveFilingProtocol,
  undoFilingSent,
} from '#features/regulatory/infrastructure/api.ts'
import {
  filingDuty,
  infrastructureFiles,
  infrastructureFilings,
  type FilingStep,
  type InfrastructureFiling,
} from '#features/regulatory/infrastructure/filings.ts'
import { refuseUnlessAt } from '#features/regulatory/infrastructure/filing.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { markOf } from '#features/regulatory/obligations/mark.server.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { doubtful, storedMessage, paperFacts, readPaperFile } from '#parts/receipt/paper.server.ts'
import { paperDoubts } from '#parts/receipt/doubts.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import { emptyOutcome, refusalError } from '#parts/receipt/verdict.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

type ReadFiling = InfrastructureFiling & { readonly version: number }

const answer = (said: string, filing: ReadFiling) =>
  new Answer(200, doneAnswer(200, said, filing), { ETag: `"${filing.version}"` })

const send = serve(recordFilingSent, async (ctx, { id, body }) => {
  const filing = await ctx.rows(infrastructureFilings).lock(id)
  refuseUnlessAt(filing, 'gerada')
  if (filing.edition !== body.edition)
    throw problem('conflict', `A última versão gerada é a ${filing.edition}: confira qual delas foi enviada.`)
  const today = dayIn(new Date()).day
  const { sent_on = today, protocol = null } = body
  if (sent_on > today) throw invalid({ sent_on: 'O que foi enviado não pode estar no futuro.' })
  const sendings = [
    ...filing.sendings,
    { edition: filing.edition, sent_on, user_id: ctx.user.id, at: new Date().toISOString(), protocol },
  ]
  const moved = await move(ctx, filing, 'enviada', 'enviar', { sendings, sent_on, protocol, error: null })
  await settle(ctx, moved)
  return answer('Envio registrado. A obrigação do ano está feita no calendário.', moved)
})

const fail = serve(recordFilingRefused, async (ctx, { id, body: { error } }) => {
  const { moved, isAccepted } = await refuseFiling(ctx, await ctx.rows(infrastructureFilings).lock(id), error)
  return answer(
    isAccepted
      ? 'Recusa registrada. Uma versão anterior foi aceita: a obrigação continua feita.'
      : 'Recusa registrada. A obrigação do ano voltou a ficar em aberto: gere a próxima versão.',
    moved,
  )
})

/** Registers what Anatel answered to what it refused; the year is open again unless an earlier version was accepted. */
async function refuseFiling(ctx: Ctx, filing: ReadFiling, error: string) {
  refuseUnlessAt(filing, 'enviada')
  const refused_at = new Date().toISOString()
  const sendings = filing.sendings.map((each, at, all) =>
    at === all.length - 1 ? { ...each, error, refused_at } : each,
  )
  const moved = await move(ctx, filing, 'recusada', 'erro', { sendings, error })
  const isAccepted = sendings.some(each => each.error === null)
  if (!isAccepted) await unsettle(ctx, moved)
  return { moved, isAccepted }
}

const undo = serve(undoFilingSent, async (ctx, { id }) => {
  const filing = await ctx.rows(infrastructureFilings).lock(id)
  refuseUnlessAt(filing, 'enviada')
  const sendings = filing.sendings.slice(0, -1)
  const moved = await move(ctx, filing, 'gerada', 'desfazer-envio', { sendings, sent_on: null, protocol: null })
  if (!sendings.some(each => each.error === null)) await unsettle(ctx, moved)
  return answer(`Envio desfeito. A versão ${filing.edition} volta a esperar o envio.`, moved)
})

const reopen = serve(reopenFiling, async (ctx, { id }) => {
  const filing = await ctx.rows(infrastructureFilings).lock(id)
  refuseUnlessAt(filing, 'enviada')
  const moved = await move(ctx, filing, 'em-aberto', 'retificar', {})
  return answer('Aberta para retificar. O que já foi enviado continua guardado.', moved)
})

const protocol = serve(saveFilingProtocol, async (ctx, { id, body }) => {
  const filing = await ctx.rows(infrastructureFilings).lock(id)
  refuseUnlessAt(filing, 'enviada', 'recusada')
  return answer('Protocolo guardado.', await keepNumber(ctx, filing, body.protocol))
})

const receipt = serve(addFilingReceipt, async (ctx, { id, query, body }) => {
  const filing = await ctx.rows(infrastructureFilings).find(id)
  refuseUnlessAt(filing, 'enviada', 'recusada')
  if (query.as === 'recusa' && !can(ctx.user, 'infrastructure-filings.erro'))
    throw problem('forbidden', 'O seu perfil não registra recusas: peça a quem pode.')
  await refuseOverDay(ctx, filing.client_id, body.length)
  const file = await receiveFile(ctx, query.name, body)
  const reading = await readPaperFile(ctx.config, { user: ctx.user.id }, file)
  if (query.as === 'recibo' && query.sure === '0') await refuseDoubtfulPaper(ctx, filing, reading)
  const facts = paperFacts(reading, query.protocol || null)
  const kept = await ctx.transact(async inner => {
    const now = await inner.rows(infrastructureFilings).lock(filing.id)
    refuseUnlessAt(now, 'enviada', 'recusada')
    await refuseSecond(inner, now, query.as)
    await takeOfDay(inner, now.client_id, file.size)
    if (query.as === 'recusa') {
      if (now.step === 'enviada') await refuseFiling(inner, now, refusalError(reading?.outcome ?? emptyOutcome))
    } else if (facts.protocol && (query.protocol || !now.protocol)) await keepNumber(inner, now, facts.protocol)
    return inner.rows(infrastructureFiles).create({
      ...file,
      user_id: ctx.user.id,
      filing_id: now.id,
      kind: query.as,
      edition: now.edition,
      ...facts,
    })
  })
  return new Answer(
    201,
    doneAnswer(201, query.as === 'recusa' ? 'Recusa registrada e guardada.' : storedMessage(reading), kept),
  )
})

/** A version has one receipt and one refusal, so a request repeated after a lost response gets a 409. */
async function refuseSecond({ sql: db }: Ctx, { id, edition }: ReadFiling, kind: 'recibo' | 'recusa') {
  const { rows } = await sql`
    select 1 from infrastructure_files
    where filing_id = ${id} and edition = ${edition} and kind = ${kind} and deleted_at is null`.execute(db)
  const said = { recibo: 'um recibo guardado', recusa: 'uma recusa guardada' }
  if (rows.length) throw problem('conflict', `A versão ${edition} já tem ${said[kind]}.`)
}

/** A 409 with what is doubtful of a paper somebody gives as the receipt of a year. */
async function refuseDoubtfulPaper(ctx: Ctx, { client, client_id, year }: ReadFiling, reading: ReceiptReading | null) {
  const { document } = await ctx.rows(clients).find(client_id, [])
  const of = { client: client.name, document, period: String(year), rows: null }
  const doubts = paperDoubts(reading, of)
  if (doubts.length) throw doubtful(doubts, reading)
}

function keepNumber(ctx: Ctx, filing: ReadFiling, number: string) {
  const sendings = filing.sendings.map((each, at, all) =>
    at === all.length - 1 ? { ...each, protocol: number } : each,
  )
  return ctx.rows(infrastructureFilings).update(filing.id, { sendings, protocol: number }, filing.version, 'protocolo')
}

/** Throws `stale` if it changed meanwhile: what was read is sent. */
function move(
  ctx: Ctx,
  filing: ReadFiling,
  step: FilingStep,
  event: string,
  more: Partial<StoredOf<typeof infrastructureFilings>>,
) {
  const given = versionIn(ctx)
  if (given !== undefined && given !== filing.version) throw problem('stale', { data: { current: filing } })
  return ctx.rows(infrastructureFilings).update(filing.id, { ...more, step }, filing.version, event)
}

/** The obligation of the calendar that is the filing's year. */
const dutyOfYear = ({ client_id, year }: InfrastructureFiling) => ({
  client_id,
  obligation: filingDuty,
  period: String(year),
})

async function settle(ctx: Ctx, filing: InfrastructureFiling) {
  const duty = dutyOfYear(filing)
  if ((await markOf(ctx, duty)) !== null) return
  const { edition, sent_on } = filing
  await ctx.rows(obligations).create({
    ...duty,
    done_on: sent_on ?? dayIn(new Date()).day,
    note: `Versão ${edition} da infraestrutura anual.`,
    user_id: ctx.user.id,
  })
}

async function unsettle(ctx: Ctx, filing: InfrastructureFiling) {
  const mark = await markOf(ctx, dutyOfYear(filing))
  if (mark !== null) await ctx.rows(obligations).remove(mark)
}

export const sendingOperations = [send, fail, undo, reopen, protocol, receipt] as const
